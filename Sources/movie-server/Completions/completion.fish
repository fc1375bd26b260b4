# fish completion for movie-server.

function __movie_server_complete
    set -l token (commandline -ct)
    set -l words (commandline -opc) "$token"
    set -l prefix (string match -r '^--[^=]*=' -- "$token")
    set -l value (string replace -r '^--[^=]*=' '' -- "$token")
    for line in (command $words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case :f
                for path in (__fish_complete_path "$value")
                    echo "$prefix$path"
                end
            case :d
                for path in (__fish_complete_directories "$value")
                    echo "$prefix$path"
                end
            case '*'
                echo $line
        end
    end
end

complete -c movie-server -f -a '(__movie_server_complete)'
