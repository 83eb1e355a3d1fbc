/// The arguments that no declaration has read yet.
struct ArgumentList: Sendable {
    /// An argument and its position on the command line, which begins with 1.
    struct Argument: Sendable {
        var text: String
        let position: Int

        /// Whether the argument is an option or combined flags.
        ///
        /// A single hyphen and a negative number are not options.
        var isOption: Bool {
            guard text.hasPrefix("-"), let second = text.dropFirst().first else { return false }
            return !second.isASCII || !(second.isNumber || second == ".")
        }
    }

    /// The arguments before `--`.
    private var arguments: [Argument]
    /// The arguments after `--`.
    private var literals: [Argument]
    /// Whether the last argument is an option whose value is missing.
    private(set) var endsBeforeValue = false

    init(_ texts: [String]) {
        let all = texts.enumerated().map { Argument(text: $1, position: $0 + 1) }
        let end = texts.firstIndex(of: "--") ?? texts.endIndex
        arguments = Array(all[..<end])
        literals = Array(all[end...].dropFirst())
    }

    /// The options that have not been read.
    var options: [Argument] { arguments.filter(\.isOption) }

    /// The arguments that are neither options nor values that have been read.
    var words: [Argument] { arguments.filter { !$0.isOption } + literals }

    /// Removes a flag and returns whether the arguments contained it.
    mutating func takeFlag(_ names: [String]) -> Bool {
        let letters = names.filter { !$0.hasPrefix("--") }.compactMap(\.last)
        var isGiven = false
        arguments = arguments.compactMap { argument in
            var argument = argument
            if names.contains(argument.text) {
                isGiven = true
                return nil
            }
            guard argument.isOption, !argument.text.hasPrefix("--") else { return argument }
            let count = argument.text.count
            argument.text.removeAll(where: letters.contains)
            isGiven = isGiven || argument.text.count < count
            return argument.text == "-" ? nil : argument
        }
        return isGiven
    }

    /// Removes an option with its values, and returns the values.
    ///
    /// A value that is missing is `nil`.
    mutating func takeValues(_ names: [String]) -> [String?] {
        var values: [String?] = []
        var rest: [Argument] = []
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let argument = arguments[index]
            index += 1
            if names.contains(argument.text) {
                if index < arguments.endIndex, arguments[index].follows(argument), !arguments[index].isOption {
                    values.append(arguments[index].text)
                    index += 1
                } else {
                    values.append(nil)
                    endsBeforeValue = endsBeforeValue || index == arguments.endIndex
                }
            } else if let value = names.lazy.compactMap({ argument.value(of: $0) }).first {
                values.append(value)
            } else {
                rest.append(argument)
            }
        }
        arguments = rest
        return values
    }

    /// Removes and returns the first word that cannot be the value of an option if it satisfies a condition.
    mutating func takeFirstWord(where condition: (String) -> Bool) -> String? {
        let index = arguments.indices.first { index in
            let followsOption =
                index > arguments.startIndex && arguments[index - 1].takesNextArgument
                && arguments[index].follows(arguments[index - 1])
            return !arguments[index].isOption && !followsOption
        }
        guard let index else {
            guard arguments.isEmpty, let literal = literals.first, condition(literal.text) else { return nil }
            return literals.removeFirst().text
        }
        return condition(arguments[index].text) ? arguments.remove(at: index).text : nil
    }

    /// Removes and returns the first word.
    mutating func takeWord() -> String? {
        if let index = arguments.firstIndex(where: { !$0.isOption }) { return arguments.remove(at: index).text }
        return literals.isEmpty ? nil : literals.removeFirst().text
    }
}

extension ArgumentList.Argument {
    /// Whether the next argument can be the value of this option, which has not been declared yet.
    fileprivate var takesNextArgument: Bool { isOption && !text.contains("=") }

    /// Whether the argument directly follows another one on the command line.
    fileprivate func follows(_ other: Self) -> Bool { position == other.position + 1 }

    /// Returns the value of an option in the same argument: `--name=value` or `-nvalue`.
    fileprivate func value(of name: String) -> String? {
        let prefix = name.hasPrefix("--") ? name + "=" : name
        guard text.hasPrefix(prefix), name.hasPrefix("--") || !text.hasPrefix("--") else { return nil }
        return String(text.dropFirst(prefix.count))
    }
}
