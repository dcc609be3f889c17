/// The shells that completions are for. Each script asks the tool for words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash:
      """
      # bash completion for eventlog-tool
      _eventlog_tool() {
        local line=${COMP_LINE:0:COMP_POINT} words current
        read -ra words <<< "$line"
        [[ $line == *[[:space:]] ]] && words+=("")
        current=${words[-1]}
        local IFS=$'\\n'
        COMPREPLY=($(eventlog-tool completions --words -- "${words[@]:1}" 2>/dev/null))
        # bash replaces only what follows the last = of a word.
        if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
          COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}")
        fi
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return 0
      }
      complete -o default -o nosort -F _eventlog_tool eventlog-tool

      """
    case .zsh:
      """
      #compdef eventlog-tool
      _eventlog_tool() {
        local -a found
        found=("${(@f)$(eventlog-tool completions --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        found=(${found:#})
        if (( ! $#found )); then
          _files
        elif [[ $#found == 1 && $found[1] == *= ]]; then
          compadd -S '' -- $found
        else
          compadd -- $found
        fi
      }
      if [[ $funcstack[1] == _eventlog-tool ]]; then
        _eventlog_tool "$@"
      else
        compdef _eventlog_tool eventlog-tool
      fi

      """
    case .fish:
      """
      # fish completion for eventlog-tool
      function __eventlog_tool_words
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          eventlog-tool completions --words -- $words[2..-1] "$current" 2>/dev/null
      end
      complete -c eventlog-tool -a '(__eventlog_tool_words)'

      """
    }
  }
}
