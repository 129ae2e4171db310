# Completion for bash: put `source <(llmch completion bash)` into ~/.bashrc.
_llmch() {
  local line paths=:nothing
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) paths=$line ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(command llmch complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Bash itself offers files only where nothing else is.
  if [[ $paths == :files ]] && (( ${#COMPREPLY[@]} )); then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
  fi
  # The bash of macOS has no compopt: there, paths are always offered where nothing else is.
  type compopt >/dev/null 2>&1 || return 0
  case $paths in
    :nothing) compopt +o default ;;
    :files) compopt -o filenames ;;
    :folders) compopt +o default -o dirnames ;;
  esac
}
complete -o default -F _llmch llmch
