#compdef llmch
# Completion for zsh: put `source <(llmch completion zsh)` into ~/.zshrc, after compinit.
_llmch() {
  local line paths=:nothing
  local -a found
  while IFS= read -r line; do
    case $line in
      :*) paths=$line ;;
      *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      *) found+=("${line//:/\\:}") ;;
    esac
  done < <(command llmch complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  [[ ${words[CURRENT]} == --*=* ]] && compset -P '*='
  (( $#found )) && _describe -V llmch found
  case $paths in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [[ ${funcstack[1]} == _llmch ]]; then _llmch "$@"; else compdef _llmch llmch; fi
