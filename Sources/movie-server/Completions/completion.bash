# bash completion for movie-server. For 3.2, the version of macOS, too: no mapfile, no bash-completion.

_movie_server() {
  local word path current=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [[ $current == = ]]; then current=; fi
  while IFS=$'\t' read -r word _; do
    if [[ $word == :* ]]; then
      while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "-${word#:}" -- "$current")
      compopt -o filenames 2>/dev/null || :
    else
      COMPREPLY+=("$word")
    fi
  done < <(command "${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # The value follows the “=” without a space.
  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null || :; fi
}

complete -F _movie_server movie-server
