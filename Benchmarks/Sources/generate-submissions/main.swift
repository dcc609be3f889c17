// generate-submissions [COUNT] [SEED] [--plain]: legal submissions of a town that works, studies and sells,
// one JSON object a line on standard output. The same numbers give the same bytes.
//
//   generate-submissions 1000000 1 | eventlog-tool append - --each --sync batch --create -f big.jsonl
//
// With --plain no line has further attributes, letters beyond ASCII or escapes.
// About 25 of 100 schedule a shift; people are one for 500 events, at least 40.
import Foundation

let words = CommandLine.arguments.dropFirst()
let isPlain = words.contains("--plain")
let arguments = words.filter { $0 != "--plain" }.map { Int($0) }
guard arguments.count <= 2, !arguments.contains(nil) else {
  FileHandle.standardError.write(
    Data("usage: generate-submissions [COUNT] [SEED] [--plain]\n".utf8))
  exit(64)
}
let count = (arguments.first ?? nil) ?? 100_000
let seed = (arguments.dropFirst().first ?? nil) ?? 1
var town = Town(
  seed: UInt64(seed), peopleCount: max(40, count / 500), eventCount: count, isPlain: isPlain)
town.generate(count)
