/// A parser of command-line arguments: `--name value`, `--name=value`, `--flag`, `-x value`, `-xvalue` and `-abc`.
///
///     while let argument = try arguments.next() {
///         switch argument {
///         case .option("--quiet"): isQuiet = true
///         case .option("--limit"): limit = try arguments.integer(in: 1...1_000)
///         case .option: break
///         case .positional(let path): paths.append(path)
///         }
///     }
///
/// All arguments after `--` are positional, and so is a single hyphen. An option can be repeated: the program decides
/// whether it keeps the last value or all of them. The value of an option can begin with one hyphen, but not with two,
/// except in `--name=--value`.
///
/// Error messages do not quote arguments that can be secrets, such as a token without its option.
public struct ArgumentReader: Sendable {
    /// A parsed argument.
    public enum Argument: Sendable, Hashable {
        /// An option, with the last of its names.
        ///
        /// If the option takes a value, the value must be read next.
        case option(String)
        /// An argument that is neither an option nor its value.
        case positional(String)
    }

    /// The error that the reader throws for an option that prints a text about the command.
    enum TextRequest: Error {
        case help
        case completionScript(shell: String)
    }

    private let options: [CommandOption]
    private let count: Int
    private var arguments: ArraySlice<String>
    private var attachedValue: String?
    /// The remaining letters of combined flags such as `-abc`.
    private var combinedFlags: Substring = ""
    private var isAfterTerminator = false

    /// The most recently read option, or an empty string before the first option.
    public private(set) var option = "" {
        didSet { readOptions.insert(option) }
    }

    private var readOptions: Set<String> = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - arguments: The command-line arguments without the program name.
    ///   - configuration: The configuration with the options that the command accepts.
    public init(_ arguments: [String], configuration: CommandConfiguration) {
        self.arguments = arguments[...]
        count = arguments.count
        options = configuration.options
    }

    /// Reads the next argument.
    ///
    /// Returns `nil` if there are no more arguments.
    ///
    /// - Throws: ``ValidationError`` if the argument is an unknown option or a flag with a value; if the argument is
    ///   `--help`, an error that makes ``CommandConfiguration/main(isolation:_:)`` print the help text.
    public mutating func next() throws -> Argument? {
        if let letter = combinedFlags.popFirst() { return try shortOption(letter) }
        guard let argument = arguments.popFirst() else { return nil }
        guard !isAfterTerminator, argument.hasPrefix("-"), argument.count > 1 else { return .positional(argument) }
        if argument == "--" {
            isAfterTerminator = true
            return try next()
        }
        guard argument.hasPrefix("--") else {
            combinedFlags = argument.dropFirst()
            return try next()
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if name == CommandConfiguration.completionOption {
            throw TextRequest.completionScript(shell: parts.count > 1 ? String(parts[1]) : arguments.first ?? "")
        }
        guard let definition = options.first(where: { $0.names.contains(name) }) else { throw unknownOption(name) }
        return try read(definition, value: parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func shortOption(_ letter: Character) throws -> Argument {
        let name = "-\(letter)"
        guard let definition = options.first(where: { $0.names.contains(name) }) else {
            throw ValidationError("unknown option \(name)")
        }
        guard definition.takesValue else { return try read(definition, value: nil) }
        let value = combinedFlags
        combinedFlags = ""
        return try read(definition, value: value.isEmpty ? nil : String(value))
    }

    private mutating func read(_ definition: CommandOption, value: String?) throws -> Argument {
        option = definition.names.last ?? ""
        guard value == nil || definition.takesValue else { throw ValidationError("\(option) does not take a value") }
        if option == "--help" { throw TextRequest.help }
        attachedValue = value
        return .option(option)
    }

    /// Reads the next option.
    ///
    /// Returns `nil` if there are no more arguments.
    ///
    /// - Throws: ``ValidationError`` if the next argument is positional, or an error that ``next()`` throws.
    public mutating func nextOption() throws -> String? {
        switch try next() {
        case .option(let name): return name
        case .positional:
            // The message does not quote the argument, which can be a token whose option is missing.
            let position = option.isEmpty ? "" : " after \(option)"
            throw ValidationError("unexpected argument\(position): only options are accepted")
        case nil: return nil
        }
    }

    /// Reads the next option, collecting the positional arguments before it.
    ///
    /// Returns `nil` if there are no more options.
    ///
    ///     while let option = try arguments.nextOption(collecting: &paths) {
    ///         switch option {
    ///         case "--limit": limit = try arguments.integer(in: 1...1_000)
    ///         default: isQuiet = true
    ///         }
    ///     }
    ///
    /// - Parameter positionals: The array to which the positional arguments are appended.
    /// - Returns: The last of the option's names.
    /// - Throws: Any error that ``next()`` throws.
    public mutating func nextOption(collecting positionals: inout [String]) throws -> String? {
        while let argument = try next() {
            switch argument {
            case .option(let name): return name
            case .positional(let text): positionals.append(text)
            }
        }
        return nil
    }

    /// Throws an error if more than one of several options has been read.
    ///
    /// - Parameter options: The options that cannot be combined, each by the last of its names.
    /// - Throws: ``ValidationError`` that names the first two such options, in the given order.
    public func requireAtMostOne(of options: String...) throws(ValidationError) {
        let given = options.filter(readOptions.contains)
        guard given.count < 2 else { throw ValidationError("\(given[0]) and \(given[1]) cannot be combined") }
    }

    // MARK: Values

    /// Reads the value of the current option.
    ///
    /// - Parameter allowsEmpty: Whether the value can be empty. Defaults to `false`.
    /// - Returns: The value.
    /// - Throws: ``ValidationError`` if the value is missing.
    public mutating func value(allowsEmpty: Bool = false) throws(ValidationError) -> String {
        // An argument that begins with two hyphens is the next option, so the value is missing.
        let next = arguments.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = attachedValue ?? next, allowsEmpty || !value.isEmpty else {
            throw ValidationError("\(option) requires a value")
        }
        if attachedValue == nil { arguments.removeFirst() }
        return value
    }

    /// Reads the value of the current option as an integer.
    ///
    /// - Parameter bounds: The range of valid integers.
    /// - Returns: The integer.
    /// - Throws: ``ValidationError`` if the value is missing or invalid.
    public mutating func integer(in bounds: ClosedRange<Int>) throws(ValidationError) -> Int {
        let text = try value()
        guard let number = Int(text), bounds.contains(number) else {
            let range = "\(bounds.lowerBound) to \(bounds.upperBound)"
            throw ValidationError("\(option) requires an integer from \(range)\(Self.quoteSuffix(for: text))")
        }
        return number
    }

    /// Reads the value of the current option as a number of seconds greater than 0.
    ///
    /// - Returns: The duration.
    /// - Throws: ``ValidationError`` if the value is missing or invalid.
    public mutating func duration() throws(ValidationError) -> Duration {
        let text = try value()
        // The upper limit prevents an overflow of `Duration`. A value that rounds to zero is rejected.
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000, Duration.seconds(seconds) > .zero
        else {
            throw ValidationError(
                "\(option) requires a number of seconds above 0, such as 0.5\(Self.quoteSuffix(for: text))")
        }
        return .seconds(seconds)
    }

    /// Reads the value of the current option, which must be one of several choices.
    ///
    /// - Parameter choices: The valid values.
    /// - Returns: The value.
    /// - Throws: ``ValidationError`` if the value is missing or invalid.
    public mutating func choice(of choices: [String]) throws(ValidationError) -> String {
        let text = try value()
        guard choices.contains(text) else {
            let list =
                choices.count > 1
                ? "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")" : choices.joined()
            throw ValidationError("\(option) requires \(list)\(Self.quoteSuffix(for: text))")
        }
        return text
    }

    // MARK: Invalid arguments

    /// Returns the error for an unknown option.
    ///
    /// The message quotes only names that consist of lowercase letters and hyphens, because any other argument could be
    /// or contain a secret.
    private func unknownOption(_ name: String) -> ValidationError {
        if let suggestion = suggestion(for: name) {
            return ValidationError("unknown option \(Self.quotable(name) ?? ""): did you mean '\(suggestion)'?")
        }
        // The value follows without a separator, and can be a secret.
        let prefixes = options.filter(\.takesValue).flatMap(\.names)
        if let prefix = prefixes.first(where: { $0.hasPrefix("--") && name.hasPrefix($0) }) {
            return ValidationError("unknown option \(prefix)…: write \(prefix) VALUE")
        }
        guard let name = Self.quotable(name) else {
            return ValidationError("argument \(count - arguments.count) is not a valid option")
        }
        return ValidationError("unknown option \(name)")
    }

    private static func quotable(_ name: String) -> String? {
        name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x61...0x7A ~= $0 } ? name : nil
    }

    /// Returns the option whose name differs from an unknown name by one letter, or by two letters if the name is long.
    private func suggestion(for name: String) -> String? {
        guard Self.quotable(name) != nil else { return nil }
        let names = options.flatMap(\.names).filter { $0.hasPrefix("--") }
        // An additional or missing letter is one change. A different letter and two exchanged letters are two changes.
        let nearest = names.map { (name: $0, changes: $0.difference(from: name).count) }.min { $0.changes < $1.changes }
        guard let nearest, nearest.changes <= (name.count > 8 ? 4 : 2) else { return nil }
        return nearest.name
    }

    /// Returns the suffix of an error message that quotes an invalid argument, such as ` (got "size")`.
    ///
    /// - Parameter text: The argument.
    /// - Returns: The suffix, or an empty string if the argument has more than five characters and can be a secret.
    public static func quoteSuffix(for text: String) -> String {
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
