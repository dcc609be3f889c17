// Opens a signed note with golang.org/x/mod/sumdb/note: go run open-note.go NOTE VKEY...
package main

import (
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
)

func main() {
	message, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var verifiers []note.Verifier
	for _, key := range os.Args[2:] {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			panic(err)
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open(message, note.VerifierList(verifiers...))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(opened.Text)
	for _, one := range opened.Sigs {
		fmt.Printf("signed by %s\n", one.Name)
	}
}
