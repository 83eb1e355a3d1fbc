/// The name, description, and options of a command.
///
///     let command = CommandConfiguration(
///         "count", abstract: "Counts the lines of files.", usage: ["[<options>] <file> ..."],
///         options: [
///             .flag("-q", "--quiet", help: "Print the total only."),
///             .option("--limit", valueName: "n", help: "Maximum number of lines (default: 100)."),
///         ])
///     await command.main { arguments in
///         while let argument = try arguments.next() { … }
///     }
///
/// The format of the help text, the parsing of arguments, and the suggestions for misspelled options follow
/// swift-argument-parser.
public struct CommandConfiguration: Sendable {
    private static let labelWidth = 26

    let commandName: String
    private let abstract: String
    private let discussion: String
    private let usage: [String]
    private let groups: [OptionGroup]

    /// Creates a configuration.
    ///
    /// The flag `-h, --help` is added to the options.
    ///
    /// - Parameters:
    ///   - commandName: The name of the command.
    ///   - abstract: The summary in one sentence.
    ///   - discussion: The paragraphs after the summary, separated by empty lines. Defaults to none.
    ///   - usage: The synopsis of the arguments, one for each form of the command. Defaults to options only.
    ///   - groups: The sections that precede the options.
    ///   - options: The options that belong to no group.
    public init(
        _ commandName: String, abstract: String, discussion: String = "", usage: [String] = ["[<options>]"],
        groups: [OptionGroup] = [], options: [CommandOption] = []
    ) {
        self.commandName = commandName
        self.abstract = abstract
        self.discussion = discussion
        self.usage = usage
        let help = CommandOption.flag("-h", "--help", help: "Show help information.")
        self.groups = groups + [OptionGroup("Options", options + [help])]
    }

    /// All options that have names.
    var options: [CommandOption] { groups.flatMap(\.options).filter { !$0.names.isEmpty } }

    /// The actions: the first words of the entries without names that are lowercase words.
    var actions: [String] {
        groups.flatMap(\.options).filter(\.names.isEmpty).compactMap { option in
            option.label.split(separator: " ").first.map(String.init)
        }
        .filter { $0.allSatisfy { "a"..."z" ~= $0 || $0 == "-" } }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the help text.
    ///
    ///     OVERVIEW: Counts the lines of files.
    ///
    ///     USAGE: count [<options>] <file> ...
    ///
    ///     OPTIONS:
    ///       -q, --quiet             Print the total only.
    ///       --limit <n>             Maximum number of lines (default: 100).
    ///       -h, --help              Show help information.
    ///
    /// - Parameter columns: The maximum width of the lines. Defaults to 80.
    /// - Returns: The text with a trailing line feed.
    public func helpMessage(columns: Int = 80) -> String {
        let forms = usage.map { "\(commandName) \($0)" }.joined(separator: "\n       ")
        let paragraphs = ["OVERVIEW: \(abstract)", discussion].filter { !$0.isEmpty }
            .flatMap { $0.split(separator: "\n\n") }
            .map { Self.lines(of: $0, width: columns).joined(separator: "\n") }
        let sections = groups.map { group in
            "\(group.title.uppercased()):\n" + group.options.map { Self.text(of: $0, columns: columns) }.joined()
        }
        return (paragraphs + ["USAGE: \(forms)", sections.joined(separator: "\n")]).joined(separator: "\n\n")
    }

    /// Returns the lines for an option, with its description in the right column.
    private static func text(of option: CommandOption, columns: Int) -> String {
        let help = lines(of: option.help[...], width: max(columns - labelWidth, 20))
        let indent = String(repeating: " ", count: labelWidth)
        let label = "  \(option.label)"
        let isWide = label.displayWidth >= labelWidth
        let first = isWide ? [label] : []
        let rest = help.enumerated().map { index, line in
            index == 0 && !isWide ? label.padded(to: labelWidth) + line : indent + line
        }
        return (first + rest).map { $0 + "\n" }.joined()
    }

    /// Wraps text into lines at spaces.
    private static func lines(of text: Substring, width: Int) -> [String] {
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
