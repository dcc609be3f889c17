/// Text as HTML shows it: nothing in it is markup, and nothing turns the direction of writing.
func html(_ text: String) -> String {
  text.escaped { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\n": " "
    case _ where scalar.misleadsReaders: scalar.spelledOut
    default: nil
    }
  }
}

/// Text of at most so many characters: a longer one ends with an ellipsis.
func shortened(_ text: String, to most: Int = 24) -> String {
  text.count > most ? text.prefix(most - 1) + "…" : text
}
