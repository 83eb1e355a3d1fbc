extension Command {
    /// A line of the help text: an option, a subcommand, a positional argument or an environment variable.
    struct Entry: Sendable {
        /// The title of the section for the options that belong to no other section.
        static let options = "Options"
        static let subcommands = "Subcommands"

        /// The names of an option, or an empty array.
        var names: [String] = []

        /// The text in the left column of the help text.
        var label: String
        var help: String
        var section: String

        /// The valid values, if there is a list of them.
        var choices: [String] = []
        var takesValue = false

        /// Whether the entry belongs to a subcommand that the command line does not name.
        var isHidden = false

        /// The name in messages.
        var name: String { names.last ?? label }
    }

    private static let labelWidth = 26

    /// The options of all commands.
    var standardOptions: [Entry] {
        let help = Entry(option: "-h, --help", help: "Show help information.", section: Entry.options)
        guard version != nil else { return [help] }
        return [Entry(option: "--version", help: "Show the version.", section: Entry.options), help]
    }

    /// The synopsis without the name of the command.
    var usage: String { (["[<options>]"] + synopsis).joined(separator: " ") }

    /// Returns the help text for the declared options and arguments.
    ///
    ///     OVERVIEW: Counts the lines of files.
    ///
    ///     USAGE: count [<options>] [<file> ...]
    ///
    ///     ARGUMENTS:
    ///       <file>                  The files.
    ///
    ///     OPTIONS:
    ///       --limit <n>             Maximum number of lines (default: 100).
    ///       -h, --help              Show help information.
    ///
    /// - Parameter columns: The maximum width of the lines. Defaults to 80.
    /// - Returns: The text with a trailing line feed.
    public func helpMessage(columns: Int = 80) -> String {
        let discussion = pathHelp == nil ? discussion.split(separator: "\n\n").map(String.init) : []
        let paragraphs = (["OVERVIEW: \(pathHelp ?? abstract)"] + discussion)
            .map { Self.lines(of: $0, width: columns).joined(separator: "\n") }
        let entries = entries.filter { !$0.isHidden } + standardOptions
        let titles = entries.map(\.section).filter { $0 != Entry.options }
            .reduce(into: [] as [String]) { if !$0.contains($1) { $0.append($1) } }
        let sections = (titles + [Entry.options]).map { title in
            let lines = entries.filter { $0.section == title }.map { Self.text(of: $0, columns: columns) }
            return "\(title.uppercased()):\n\(lines.joined())"
        }
        let end =
            entries.contains { $0.section == Entry.subcommands }
            ? "\nSee '\(([name] + path).joined(separator: " ")) <subcommand> --help' for details.\n" : ""
        return (paragraphs + ["USAGE: \(name) \(usage)", sections.joined(separator: "\n")])
            .joined(separator: "\n\n") + end
    }

    /// Returns the lines for an entry, with its description in the right column.
    private static func text(of entry: Entry, columns: Int) -> String {
        let help = lines(of: entry.help, width: max(columns - labelWidth, 20))
        let indent = String(repeating: " ", count: labelWidth)
        let label = "  \(entry.label)"
        let isWide = label.displayWidth >= labelWidth
        let first = isWide ? [label] : []
        let rest = help.enumerated().map { index, line in
            index == 0 && !isWide ? label.padded(to: labelWidth) + line : indent + line
        }
        return (first + rest).map { $0 + "\n" }.joined()
    }

    /// Wraps text into lines at spaces.
    private static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.displayWidth + 1 + String(word).displayWidth <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension Command.Entry {
    /// Creates an option, which takes a value if a name of the value is given.
    ///
    /// If that name is empty, the value has the name of the option.
    init(
        option names: String, valueName: String? = nil, help: String, notes: [String?] = [], choices: [String] = [],
        section: String
    ) {
        self.init(
            names: names.split(separator: ", ").map(String.init), label: names, help: Self.help(help, notes),
            section: section, choices: choices, takesValue: valueName != nil)
        for name in self.names {
            precondition(
                name.hasPrefix("--") ? name.count > 2 : name.hasPrefix("-") && name.count == 2,
                "the names of an option must be '-n', '--name' or '-n, --name', got '\(names)'")
        }
        guard let valueName else { return }
        let word = valueName.isEmpty ? self.name.drop { $0 == "-" } : valueName[...]
        label += " <\(word)>"
    }

    /// Returns a description with notes such as the default in parentheses.
    static func help(_ text: String, _ notes: [String?]) -> String {
        let notes = notes.compactMap(\.self)
        guard !notes.isEmpty else { return text }
        let end = text.hasSuffix(".") ? "." : ""
        return "\(text.dropLast(end.count)) (\(notes.joined(separator: ", ")))\(end)"
    }
}
