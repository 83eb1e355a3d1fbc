extension CommandConfiguration {
    /// Returns the script that completes the options and actions of the command in a shell.
    ///
    /// ``main(isolation:_:)`` prints the script for `--generate-completion-script <shell>`, an option that the help text
    /// does not show.
    ///
    ///     source <(count --generate-completion-script bash)
    ///     count --generate-completion-script zsh > ~/.zfunc/_count
    ///
    /// - Parameter shell: The name of the shell: `bash` or `zsh`.
    /// - Returns: The script.
    /// - Throws: ``ValidationError`` for another shell.
    public func completionScript(for shell: String) throws(ValidationError) -> String {
        switch shell {
        case "bash": bashCompletionScript
        case "zsh": zshCompletionScript
        default: throw ValidationError("\(Self.completionOption) requires bash or zsh")
        }
    }

    static let completionOption = "--generate-completion-script"

    private var bashCompletionScript: String {
        let function = "_" + commandName.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        // Without words, bash completes the names of files.
        let withValue = options.filter(\.takesValue).flatMap(\.names)
        let values = withValue.isEmpty ? "" : "        \(withValue.joined(separator: "|"))) return ;;\n"
        return """
            \(function)() {
                COMPREPLY=()
                case "${COMP_WORDS[COMP_CWORD-1]}" in
            \(values)    esac
                COMPREPLY=($(compgen -W "\((options.flatMap(\.names) + actions).joined(separator: " "))" -- "${COMP_WORDS[COMP_CWORD]}"))
            }
            complete -o default -F \(function) \(commandName)

            """
    }

    private var zshCompletionScript: String {
        let specifications = options.flatMap { option in
            option.names.map { name in
                let exclusion = option.names.count > 1 ? "(\(option.names.joined(separator: " ")))" : ""
                return "'\(exclusion)\(name)[\(Self.escaped(option.help))]\(option.takesValue ? ":value:_files" : "")'"
            }
        }
        let argument =
            actions.isEmpty ? "'*:file:_files'" : "'1:action:(\(actions.joined(separator: " ")))' '*:file:_files'"
        return "#compdef \(commandName)\n_arguments -s \\\n"
            + (specifications + [argument]).map { "    \($0)" }.joined(separator: " \\\n") + "\n"
    }

    /// Returns text without the characters that end a quoted description.
    private static func escaped(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").reduce(into: "") { result, character in
            switch character {
            case "'": result += "'\\''"
            case "[", "]", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }
}
