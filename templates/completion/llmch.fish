# Completion for fish: `llmch completion fish > ~/.config/fish/completions/llmch.fish`.
function __llmch_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc) "$typed"
    set -l flag (string match -r -- '^--[^=]+=' $typed)
    for line in (command llmch complete -- $words[2..] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path $typed
            case ':folders'
                __fish_complete_directories $typed ''
            case ':*'
            case '*'
                echo "$flag$line"
        end
    end
end
complete -c llmch -f -a '(__llmch_complete)'
