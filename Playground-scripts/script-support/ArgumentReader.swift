/// Goes through the words of a command line: `--name value`, `--name=value`, `--flag`, and `-x value` or `-xvalue`.
///
/// Behind `--` no word is an option.
package struct ArgumentReader {
    /// What a word is.
    package enum Word: Sendable, Hashable {
        /// The name of an option; its value, if it takes one, is still to be read.
        case option(String)
        /// A word that belongs to no option.
        case operand(String)
    }

    private var words: ArraySlice<String>
    private let count: Int
    private let lettersWithValue: Set<Character>
    private var attachedValue: String?
    private var hasEndedOptions = false

    /// The option that was read last; empty before the first.
    package private(set) var option = ""

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - words: The words behind the program's name.
    ///   - lettersWithValue: The options of one letter to which a value may be attached: `-XPUT`.
    package init(_ words: [String], lettersWithValue: Set<Character> = []) {
        self.words = words[...]
        count = words.count
        self.lettersWithValue = lettersWithValue
    }

    /// Takes the next word; nil at the end.
    package mutating func next() -> Word? {
        guard let word = words.popFirst() else { return nil }
        guard !hasEndedOptions, word.hasPrefix("-"), word.count > 1 else { return .operand(word) }
        if word == "--" {
            hasEndedOptions = true
            return next()
        }
        if lettersWithValue.contains(word[word.index(after: word.startIndex)]) {
            option = String(word.prefix(2))
            attachedValue = word.count > 2 ? String(word.dropFirst(2)) : nil
        } else {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            option = String(parts[0])
            attachedValue = parts.count > 1 ? String(parts[1]) : nil
        }
        return .option(option)
    }

    /// Takes the next option's name; nil at the end.
    package mutating func nextOption() throws(UsageError) -> String? {
        switch next() {
        case .option(let name): return name
        case .operand:
            // Not repeated: it may be a token that lost its option.
            let place = option.isEmpty ? "" : ", after \(option)"
            throw UsageError("a word stands where an option should be\(place)")
        case nil: return nil
        }
    }

    /// Makes sure that the option came without a value.
    package func flag() throws(UsageError) -> Bool {
        guard attachedValue == nil else { throw UsageError("\(option) takes no value") }
        return true
    }

    /// Takes the option's value.
    ///
    /// - Parameter allowsEmpty: Whether there may be nothing in it.
    /// - Returns: The value.
    /// - Throws: That there is none.
    package mutating func value(allowsEmpty: Bool = false) throws(UsageError) -> String {
        // Two dashes begin the next option: the value was forgotten.
        let next = words.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = attachedValue ?? next, allowsEmpty || !value.isEmpty else {
            throw UsageError("\(option) needs a value")
        }
        if attachedValue == nil { words.removeFirst() }
        return value
    }

    // MARK: Mistyped arguments

    /// The options that have a secret as their value.
    private static let optionsWithSecrets = ["--token", "--connection-string"]

    /// Returns the error for an option that the program does not have.
    ///
    /// The error repeats a name of lowercase letters and hyphens, or of one letter. Anything else may be a secret, or an
    /// option with a secret attached to it.
    package var unknownOption: UsageError {
        guard option.hasPrefix("--") else { return UsageError("there is no option \(option.prefix(2))") }
        if let name = Self.optionsWithSecrets.first(where: { option.hasPrefix($0) && option != $0 }) {
            return UsageError("there is no option \(name)…: write \(name) VALUE")
        }
        guard option.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x61...0x7A ~= $0 }) else {
            return UsageError("word \(count - words.count) is not an option")
        }
        return UsageError("there is no option \(option)")
    }

    /// Returns the end of a message about an unusable argument: `, not "size"`.
    ///
    /// - Parameter text: The argument.
    /// - Returns: The empty string if the argument is longer than five characters: it may be a secret.
    package static func refusal(of text: String) -> String {
        text.count > 5 ? "" : ", not \"\(text)\""
    }

    package mutating func integer(in bounds: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value()
        guard let number = Int(text), bounds.contains(number) else {
            throw UsageError(
                "\(option) needs an integer from \(bounds.lowerBound) to \(bounds.upperBound)\(Self.refusal(of: text))")
        }
        return number
    }

    package mutating func duration() throws(UsageError) -> Duration {
        let text = try value()
        // Far below what a duration can hold, far above what anyone waits for. What is too short for it is none.
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000, Duration.seconds(seconds) > .zero
        else {
            throw UsageError("\(option) needs a number of seconds above 0, 0.5 for example\(Self.refusal(of: text))")
        }
        return .seconds(seconds)
    }
}

/// The command line makes no sense.
package struct UsageError: Error {
    /// Which argument is wrong, and what to do.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
