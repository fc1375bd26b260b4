#compdef movie-server
# zsh completion for movie-server.

_movie_server() {
  local -a lines open
  lines=("${(@f)$(command "${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  case $lines[1] in
    :f) compset -P '--*='; _files ;;
    :d) compset -P '--*='; _files -/ ;;
    ?*)
      lines=("${(@)lines//:/\\:}")
      lines=("${(@)lines/$'\t'/:}")
      # The value follows the “=” without a space.
      open=("${(@M)lines:#*=:*}")
      lines=("${(@)lines:#*=:*}")
      _describe -t words word lines
      _describe -t options option open -S ''
      ;;
  esac
}

if [[ $funcstack[1] == _movie-server ]]; then
  _movie_server "$@"
else
  compdef _movie_server movie-server
fi
