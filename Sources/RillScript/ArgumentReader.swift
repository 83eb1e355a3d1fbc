/// A command-line parser for `--name value`, `--name=value`, `--flag`, `-x value` and `-xvalue`.
///
/// All arguments after `--` are operands.
package struct ArgumentReader {
    /// A parsed argument.
    package enum Argument: Sendable, Hashable {
        /// An option name. If the option takes a value, the value must be read next.
        case option(String)
        /// An argument that is neither an option nor its value.
        case operand(String)
    }

    private var arguments: ArraySlice<String>
    private let count: Int
    private let shortOptionsWithValue: Set<Character>
    private var attachedValue: String?
    private var isAfterTerminator = false

    /// The most recently read option, or an empty string before the first option.
    package private(set) var option = ""

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - arguments: The command-line arguments without the program name.
    ///   - shortOptionsWithValue: The single-letter options that accept an attached value, such as `-XPUT`.
    package init(_ arguments: [String], shortOptionsWithValue: Set<Character> = []) {
        self.arguments = arguments[...]
        count = arguments.count
        self.shortOptionsWithValue = shortOptionsWithValue
    }

    /// Reads the next argument, or returns `nil` at the end.
    package mutating func next() -> Argument? {
        guard let argument = arguments.popFirst() else { return nil }
        guard !isAfterTerminator, argument.hasPrefix("-"), argument.count > 1 else { return .operand(argument) }
        if argument == "--" {
            isAfterTerminator = true
            return next()
        }
        if shortOptionsWithValue.contains(argument[argument.index(after: argument.startIndex)]) {
            option = String(argument.prefix(2))
            attachedValue = argument.count > 2 ? String(argument.dropFirst(2)) : nil
        } else {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            option = String(parts[0])
            attachedValue = parts.count > 1 ? String(parts[1]) : nil
        }
        return .option(option)
    }

    /// Reads the next option name, or returns `nil` at the end.
    ///
    /// - Throws: ``UsageError`` if the next argument is an operand.
    package mutating func nextOption() throws(UsageError) -> String? {
        switch next() {
        case .option(let name): return name
        case .operand:
            // The message does not quote the argument, which can be a token whose option is missing.
            let position = option.isEmpty ? "" : " after \(option)"
            throw UsageError("unexpected argument\(position): only options are accepted")
        case nil: return nil
        }
    }

    /// Returns `true`, or throws if a value is attached to the option.
    package func flag() throws(UsageError) -> Bool {
        guard attachedValue == nil else { throw UsageError("\(option) does not take a value") }
        return true
    }

    /// Reads the value of the current option.
    ///
    /// - Parameter allowsEmpty: Whether the value can be empty. Defaults to `false`.
    /// - Returns: The value.
    /// - Throws: ``UsageError`` if the value is missing.
    package mutating func value(allowsEmpty: Bool = false) throws(UsageError) -> String {
        // An argument that begins with two hyphens is the next option, so the value is missing.
        let next = arguments.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = attachedValue ?? next, allowsEmpty || !value.isEmpty else {
            throw UsageError("\(option) requires a value")
        }
        if attachedValue == nil { arguments.removeFirst() }
        return value
    }

    // MARK: Invalid arguments

    /// The options whose values are secrets.
    private static let secretOptions = ["--token", "--connection-string"]

    /// The error for an unknown option.
    ///
    /// The message quotes only names of lowercase letters and hyphens, and single-letter options. Any other argument can be
    /// a secret or contain one.
    package var unknownOption: UsageError {
        guard option.hasPrefix("--") else { return UsageError("unknown option \(option.prefix(2))") }
        if let name = Self.secretOptions.first(where: { option.hasPrefix($0) && option != $0 }) {
            return UsageError("unknown option \(name)…: write \(name) VALUE")
        }
        guard option.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x61...0x7A ~= $0 }) else {
            return UsageError("argument \(count - arguments.count) is not a valid option")
        }
        return UsageError("unknown option \(option)")
    }

    /// Returns the suffix of an error message that quotes an invalid argument, such as ` (got "size")`.
    ///
    /// - Parameter text: The argument.
    /// - Returns: The suffix, or an empty string if the argument has more than five characters and can be a secret.
    package static func quoteSuffix(for text: String) -> String {
        text.count > 5 ? "" : " (got \"\(text)\")"
    }

    /// Reads the value of the current option as an integer in a range.
    package mutating func integer(in bounds: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value()
        guard let number = Int(text), bounds.contains(number) else {
            let range = "\(bounds.lowerBound) to \(bounds.upperBound)"
            throw UsageError("\(option) requires an integer from \(range)\(Self.quoteSuffix(for: text))")
        }
        return number
    }

    /// Reads the value of the current option as a number of seconds.
    package mutating func duration() throws(UsageError) -> Duration {
        let text = try value()
        // The upper limit prevents an overflow of `Duration`. A value that rounds to zero is rejected.
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000, Duration.seconds(seconds) > .zero
        else {
            throw UsageError(
                "\(option) requires a number of seconds above 0, such as 0.5\(Self.quoteSuffix(for: text))")
        }
        return .seconds(seconds)
    }
}

/// An error for an invalid command line.
package struct UsageError: Error {
    /// The invalid argument and the expected value.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
