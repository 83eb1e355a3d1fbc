extension Command {
    private static let scriptOption = "--generate-completion-script"
    private static let completionOption = "--generate-completions"

    /// Returns the request for a completion script or for completions, and reduces the arguments to the command line that is
    /// completed.
    static func request(_ arguments: inout [String]) -> TextRequest? {
        guard
            let first = arguments.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
        else { return nil }
        if first[0] == scriptOption {
            return .completionScript(shell: first.count > 1 ? first[1] : arguments.dropFirst().first ?? "")
        }
        guard first == [completionOption], arguments.count > 2 else { return nil }
        let word = arguments.removeLast()
        let shell = arguments[1]
        arguments.removeFirst(2)
        if isOptionWithValue(word) { arguments.append(String(word.prefix { $0 != "=" })) }
        return .completions(shell: shell, word: word)
    }

    /// Whether a word consists of an option and a value, such as `--sort=name`.
    private static func isOptionWithValue(_ word: String) -> Bool { word.hasPrefix("--") && word.contains("=") }

    /// Returns a script that completes the arguments of the command in a shell.
    ///
    /// ``run(isolation:_:)`` prints the script for `--generate-completion-script <shell>`, an option that the help text does
    /// not show. The script runs the command to determine the completions.
    ///
    ///     source <(count --generate-completion-script bash)
    ///     count --generate-completion-script zsh > ~/.zfunc/_count
    ///
    /// - Parameter shell: The name of the shell: `bash` or `zsh`.
    /// - Returns: The script.
    /// - Throws: ``ValidationError`` for another shell.
    public func completionScript(for shell: String) throws(ValidationError) -> String {
        let function = "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        switch shell {
        case "bash":
            // Bash splits words at `=` and `:`, too. Parts without a space between them are joined, and the parts before
            // the current one are removed from the completions. Without completions, bash completes the names of files.
            return """
                \(function)() {
                    local IFS=$'\\n' line=$COMP_LINE held= count=0 part words=()
                    for part in "${COMP_WORDS[@]:0:COMP_CWORD + 1}"; do
                        if [[ -z $COMP_LINE || $count -eq 0 || $line == [[:space:]]* ]]; then
                            held= count=$((count + 1))
                        else
                            held=${words[count - 1]}
                        fi
                        words[count - 1]+=$part
                        line=${line#"${line%%[![:space:]]*}"}
                        line=${line#"$part"}
                    done
                    if [[ -n $part && $part != *[!=:]* ]]; then held=${words[count - 1]}; fi
                    COMPREPLY=($(compgen -W "$("${words[0]/#\\~/$HOME}" \(Self.completionOption) bash \
                "${words[@]:1}" 2>/dev/null)" -- "${words[count - 1]}"))
                    COMPREPLY=("${COMPREPLY[@]#"$held"}")
                }
                complete -o default -F \(function) \(name)

                """
        case "zsh":
            return """
                #compdef \(name)
                \(function)() {
                    local -a completions
                    completions=("${(@f)$("${words[1]/#\\~/$HOME}" \(Self.completionOption) zsh \
                "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                    _describe argument completions || _files
                }
                if [ "$funcstack[1]" = "\(function)" ]; then \(function) "$@"; else compdef \(function) \(name); fi

                """
        default:
            throw ValidationError("\(Self.scriptOption) requires bash or zsh")
        }
    }

    /// Returns the completions of a word, one per line: options if it begins with a hyphen, and otherwise values or
    /// subcommands.
    func completions(of word: String, shell: String) -> String {
        let entries: [(name: String, help: String)]
        if arguments.endsBeforeValue {
            let option = Self.isOptionWithValue(word) ? word.prefix { $0 != "=" } + "=" : ""
            entries = pendingChoices.map { (option + $0, "") }
        } else if word.hasPrefix("-") {
            entries = (self.entries + standardOptions).filter { !$0.isHidden }.flatMap { entry in
                entry.names.map { ($0, entry.help) }
            }
        } else {
            entries = self.entries.filter { $0.section == Entry.subcommands }.map { ($0.label, $0.help) }
        }
        guard shell == "zsh" else { return entries.map { "\($0.name)\n" }.joined() }
        return entries.map { name, help in
            let name = name.replacing(":", with: "\\:")
            let text = help.split(whereSeparator: \.isNewline).joined(separator: " ")
            return text.isEmpty ? "\(name)\n" : "\(name):\(text)\n"
        }.joined()
    }
}
