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
  # The bash of macOS has no compopt: there, paths are always offered where nothing else is.
  type compopt >/dev/null 2>&1 || return 0
  case $paths in
    :nothing) compopt +o default ;;
    :folders) compopt +o default -o dirnames ;;
  esac
}
complete -o default -F _llmch llmch
