public import Foundation

/// A command-line program, whose options are declared by the calls that read them.
///
///     var command = Command("tags", "Lists the most used tags.")
///     let limit = command.option("-n, --limit", "Number of tags.", default: 5, in: 1...100)
///     let isJSON = command.flag("--json", "Print JSON.")
///
///     await command.run {
///         …
///     }
///
/// The help text, suggestions for misspelled options, and completion in shells are derived from these calls. A call never
/// fails: ``run(isolation:_:)`` reports invalid arguments before it starts the program, and until then, the value of an
/// invalid argument is a default or a placeholder.
///
/// The conventions follow swift-argument-parser: `--name value`, `--name=value`, `-n value`, `-nvalue`, flags such as
/// `-a`, which can be combined as in `-ab`, and `--`, after which all arguments are positional. A value that begins with a
/// hyphen and is not a number is written as in `--name=-value`.
///
/// Declare options before the positional arguments, which are the arguments that remain. Options that belong to a
/// subcommand are declared after the call of ``subcommand(_:default:)``, and follow its name on the command line.
///
/// Error messages do not quote arguments that can be secrets, such as a token without its option.
public struct Command: Sendable {
    let name: String
    let abstract: String
    let discussion: String
    let version: String?
    let environment: [String: String]

    var arguments: ArgumentList
    var entries: [Entry] = []
    var errors: [ValidationError] = []

    /// The subcommands from which the command line selects none, or an empty array.
    var unselectedSubcommands: [String] = []

    /// Whether the command line must select a subcommand, but does not.
    var isSubcommandMissing = false

    /// The section of the help text for the options that are declared next.
    var section = Entry.options

    /// The names of the selected subcommands, and the description of the last one.
    var path: [String] = []
    var pathHelp: String?

    /// The synopsis of the subcommands and positional arguments.
    var synopsis: [String] = []

    var hasReadPositionals = false

    /// The valid values of the option at the end of the arguments, whose value is missing.
    var pendingChoices: [String] = []

    /// The options that the command line contains, each by the last of its names.
    var givenOptions: Set<String> = []

    /// The text that the command line requests instead of running the program.
    var request: TextRequest?

    /// A text that is printed instead of running the program.
    enum TextRequest: Error {
        case help
        case version(String)
        case completionScript(shell: String)
        case completions(shell: String, word: String)
    }

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: The name of the command.
    ///   - abstract: The summary in one sentence.
    ///   - discussion: The paragraphs after the summary in the help text, separated by empty lines. Defaults to none.
    ///   - version: The version that `--version` prints, or `nil`, the default, for a command without this option.
    ///   - arguments: The arguments without the program name. Defaults to the arguments of the process.
    ///   - environment: The environment variables. Defaults to the environment of the process.
    public init(
        _ name: String, _ abstract: String, discussion: String = "", version: String? = nil,
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.version = version
        self.environment = environment
        var words = arguments
        request = Self.request(&words)
        self.arguments = ArgumentList(words)
    }

    /// Starts a section of the help text, to which the options that are declared next belong.
    ///
    /// - Parameter title: The title, such as `Server options`, which the help text shows in uppercase. Options
    ///   belong by default to the last section, `Options`.
    public mutating func section(_ title: String) {
        section = title
    }

    /// Reports invalid arguments if a condition is not met.
    ///
    /// - Parameters:
    ///   - condition: Whether the arguments are valid.
    ///   - message: The invalid argument and the expected value.
    public mutating func require(_ condition: Bool, _ message: String) {
        if !condition { errors.append(ValidationError(message)) }
    }

    /// Returns whether the command line contains an option.
    ///
    /// - Parameter option: The last of the names of a declared option.
    public func isGiven(_ option: String) -> Bool {
        precondition(entries.contains { $0.names.last == option }, "\(option) is not declared")
        return givenOptions.contains(option)
    }

    /// Reports invalid arguments if the command line contains more than one of several options.
    ///
    /// - Parameter options: The options that cannot be combined, each by the last of its names. The error names the first
    ///   two of them that the command line contains.
    public mutating func requireAtMostOne(of options: String...) {
        let given = options.filter(isGiven)
        if given.count > 1 { require(false, "\(given[0]) and \(given[1]) cannot be combined") }
    }

    /// Checks that all arguments are declared and valid.
    ///
    /// ``run(isolation:_:)`` calls this method.
    ///
    /// - Throws: ``ValidationError`` for the first invalid argument. If the arguments request the help text, the version or a
    ///   completion script, the error makes ``run(isolation:_:)`` print it.
    public func validate() throws {
        if let request { throw request }
        let texts = arguments.options.map(\.text)
        if texts.contains("--help") || texts.contains("-h") { throw TextRequest.help }
        if let version, texts.contains("--version") { throw TextRequest.version(version) }
        let word = arguments.words.first
        // The argument after an unknown option can be its value, and an option after an unknown subcommand belongs to it.
        let isSubcommandInvalid = isSubcommandMissing || !unselectedSubcommands.isEmpty && word != nil
        if let option = arguments.options.first, !isSubcommandInvalid || option.position < word?.position ?? .max {
            throw unknownOption(option)
        }
        if isSubcommandInvalid {
            throw subcommandError(for: word?.text)
        }
        if let error = errors.first { throw error }
        if let word {
            // The message does not quote the argument, which can be a token whose option is missing.
            throw ValidationError(
                "argument \(word.position) is unexpected\(Self.quoteSuffix(for: word.text)): \(name) accepts \(usage)")
        }
    }

    // MARK: Invalid arguments

    /// Returns the error for an option that is not declared.
    ///
    /// The message quotes only names that consist of lowercase letters and hyphens, because any other argument could be
    /// or contain a secret.
    private func unknownOption(_ argument: ArgumentList.Argument) -> ValidationError {
        guard argument.text.hasPrefix("--") else { return unknownLetter(argument.text) }
        let parts = argument.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if let flag = entries.first(where: { $0.names.contains(name) }), let last = flag.names.last {
            return ValidationError("\(last) does not take a value")
        }
        let isQuotable = Self.isQuotable(name)
        let names = (entries.flatMap(\.names) + standardOptions.flatMap(\.names)).filter { $0.hasPrefix("--") }
        if isQuotable, let suggestion = Self.suggestion(for: name, in: names) {
            return ValidationError("unknown option \(name): did you mean '\(suggestion)'?")
        }
        // The value follows without a separator, and can be a secret.
        let prefixes = entries.filter(\.takesValue).flatMap(\.names)
        if let prefix = prefixes.first(where: { $0.hasPrefix("--") && name.hasPrefix($0) }) {
            return ValidationError("unknown option \(prefix)…: write \(prefix) VALUE")
        }
        return ValidationError(
            isQuotable ? "unknown option \(name)" : "argument \(argument.position) is not a valid option")
    }

    private func unknownLetter(_ text: String) -> ValidationError {
        let name = String(text.prefix(2))
        guard entries.contains(where: { $0.takesValue && $0.names.contains(name) }) else {
            return ValidationError("unknown option \(name)")
        }
        return ValidationError("\(name) takes a value and cannot follow other options: write \(name) VALUE")
    }

    private func subcommandError(for word: String?) -> ValidationError {
        let list = "expected \(Self.list(of: unselectedSubcommands))"
        guard let word else { return ValidationError("missing subcommand: \(list)") }
        if unselectedSubcommands.contains(word) {
            let command = ([name] + path + [word]).joined(separator: " ")
            return ValidationError("the options of \(word) must follow it: write \(command) [<options>]")
        }
        if Self.isQuotable(word), let suggestion = Self.suggestion(for: word, in: unselectedSubcommands) {
            return ValidationError("unknown subcommand \(word): did you mean '\(suggestion)'?")
        }
        return ValidationError("unknown subcommand\(Self.quoteSuffix(for: word)): \(list)")
    }

    private static func isQuotable(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x61...0x7A ~= $0 }
    }

    /// Returns the name that differs from an unknown name by one letter, or by two letters if the name is long.
    private static func suggestion(for name: String, in names: [String]) -> String? {
        // An additional or missing letter is one change. A different letter and two exchanged letters are two changes.
        let nearest = names.map { (name: $0, changes: $0.difference(from: name).count) }.min { $0.changes < $1.changes }
        guard let nearest, nearest.changes <= (name.count > 8 ? 4 : 2) else { return nil }
        return nearest.name
    }

    /// Returns the suffix of an error message that quotes an invalid argument, such as ` (got "size")`.
    ///
    /// An argument with more than five characters can be a secret, so the suffix is empty.
    static func quoteSuffix(for text: String) -> String {
        text.count > 5 ? "" : " (got \"\(text)\")"
    }
}

/// An error for an invalid command line.
public struct ValidationError: Error, CustomStringConvertible {
    /// The invalid argument and the expected value.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameter message: The invalid argument and the expected value.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// Unavailable: use `Command`, whose methods declare and read the options.
@available(*, unavailable, renamed: "Command")
public typealias CommandConfiguration = Command
