extension Command {
    // MARK: Flags

    /// Reads an option without a value.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-q, --quiet`.
    ///   - help: The description.
    /// - Returns: Whether the command line contains the option.
    public mutating func flag(_ names: String, _ help: String) -> Bool {
        let entry = declare(Entry(option: names, help: help, section: section))
        let isGiven = arguments.takeFlag(entry.names)
        if isGiven, let name = entry.names.last { givenOptions.insert(name) }
        return isGiven
    }

    // MARK: Options with a value

    /// Reads an option with a value.
    ///
    /// If the option is repeated, the last value is used.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-n, --limit`.
    ///   - help: The description. The help text adds the range and the default.
    ///   - valueName: The name of the value in the help text. Defaults to `n` for an integer, `seconds` for a duration, and the
    ///     name of the option for other types.
    ///   - value: The value if the option is absent.
    ///   - range: The valid values, or `nil`, the default, if all values are valid.
    /// - Returns: The value.
    public mutating func option<Value: ArgumentValue>(
        _ names: String, _ help: String, valueName: String? = nil, default value: Value,
        in range: ClosedRange<Value>? = nil
    ) -> Value {
        let text = (value as? Duration).map { "\($0 / .seconds(1))" } ?? "\(value)"
        return values(names, help, valueName, notes: [text.isEmpty ? nil : "default: \(text)"], in: range).last ?? value
    }

    /// Reads an option with a value.
    ///
    /// If the option is repeated, the last value is used.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-n, --limit`.
    ///   - help: The description. The help text adds the range.
    ///   - valueName: The name of the value in the help text. Defaults to `n` for an integer, `seconds` for a duration, and the
    ///     name of the option for other types.
    ///   - type: The type of the value.
    ///   - range: The valid values, or `nil`, the default, if all values are valid.
    /// - Returns: The value, or `nil` if the option is absent.
    public mutating func option<Value: ArgumentValue>(
        _ names: String, _ help: String, valueName: String? = nil, as type: Value.Type = Value.self,
        in range: ClosedRange<Value>? = nil
    ) -> Value? {
        values(names, help, valueName, notes: [], in: range).last
    }

    /// Reads an option with a text as its value.
    ///
    /// If the option is repeated, the last value is used.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-o, --output`.
    ///   - help: The description. The help text adds the environment variable.
    ///   - valueName: The name of the value in the help text. Defaults to the name of the option.
    ///   - variable: The environment variable that contains the value if the option is absent. Defaults to none.
    ///   - isSecret: Whether ``Output`` redacts the value. Defaults to `false`. Prefer an environment variable for a secret,
    ///     because other users can see the command line.
    /// - Returns: The value, which is not empty, or `nil` if the option and the variable are absent.
    public mutating func option(
        _ names: String, _ help: String, valueName: String? = nil, environment variable: String? = nil,
        isSecret: Bool = false
    ) -> String? {
        option(
            names, help, valueName: valueName, environment: variable, isSecret: isSecret, allowsEmpty: false
        ) { $0 }
    }

    /// Reads an option and converts its value.
    ///
    /// If the option is repeated, the last value is used.
    ///
    ///     let file = command.option("--file", "The file.") { path in
    ///         guard FileManager.default.fileExists(atPath: path) else { throw ValidationError("\(path) does not exist") }
    ///         return URL(filePath: path)
    ///     }
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-o, --output`.
    ///   - help: The description. The help text adds the environment variable.
    ///   - valueName: The name of the value in the help text. Defaults to the name of the option.
    ///   - variable: The environment variable that contains the value if the option is absent. Defaults to none.
    ///   - isSecret: Whether ``Output`` redacts the value. Defaults to `false`.
    ///   - convert: A closure that converts the value, which can be empty, or throws an error. The message consists of the name
    ///     of the option or the variable and the error.
    /// - Returns: The value, or `nil` if it is invalid, or if the option and the variable are absent.
    public mutating func option<Value>(
        _ names: String, _ help: String, valueName: String? = nil, environment variable: String? = nil,
        isSecret: Bool = false, convert: (String) throws -> Value
    ) -> Value? {
        option(
            names, help, valueName: valueName, environment: variable, isSecret: isSecret, allowsEmpty: true,
            convert: convert)
    }

    private mutating func option<Value>(
        _ names: String, _ help: String, valueName: String?, environment variable: String?, isSecret: Bool,
        allowsEmpty: Bool, convert: (String) throws -> Value
    ) -> Value? {
        let note = variable.map { "environment: \($0)" }
        let entry = declare(
            Entry(option: names, valueName: valueName ?? "", help: help, notes: [note], section: section))
        func converted(_ text: String) throws -> Value {
            if isSecret { Output.redact(text) }
            return try convert(text)
        }
        let values = texts(of: entry, allowsEmpty: allowsEmpty).map { self.converted($0, from: entry.name, converted) }
        if let value = values.last { return value }
        guard let variable, let text = self.environment[variable], !text.isEmpty else { return nil }
        return self.converted(text, from: variable, converted)
    }

    /// Reads an option whose value is one of several choices.
    ///
    /// If the option is repeated, the last value is used.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `--sort`.
    ///   - help: The description. The help text adds the choices.
    ///   - choices: The valid values. Arguments are their raw values.
    /// - Returns: The value, or `nil` if the option is absent.
    public mutating func option<Value: RawRepresentable<String>>(
        _ names: String, _ help: String, choices: [Value]
    ) -> Value? {
        let list = Self.list(of: choices.map(\.rawValue))
        let entry = declare(
            Entry(
                option: names, valueName: "", help: help, notes: [list], choices: choices.map(\.rawValue),
                section: section))
        return texts(of: entry).map { text in
            let value = choices.first { $0.rawValue == text }
            require(value != nil, "\(entry.name) requires \(list)\(Self.quoteSuffix(for: text))")
            return value
        }.last ?? nil
    }

    /// Reads an option that can be repeated.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-i, --include`.
    ///   - help: The description.
    ///   - valueName: The name of the value in the help text. Defaults to the name of the option.
    /// - Returns: The values, which are not empty, in the order of the command line.
    public mutating func options(_ names: String, _ help: String, valueName: String? = nil) -> [String] {
        texts(of: declare(Entry(option: names, valueName: valueName ?? "", help: help, section: section)))
    }

    /// Reads an option that can be repeated, and converts its values.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens, such as `-i, --include`.
    ///   - help: The description.
    ///   - valueName: The name of the value in the help text. Defaults to the name of the option.
    ///   - convert: A closure that converts a value, which can be empty, or throws an error.
    /// - Returns: The valid values in the order of the command line.
    public mutating func options<Value>(
        _ names: String, _ help: String, valueName: String? = nil, convert: (String) throws -> Value
    ) -> [Value] {
        let entry = declare(Entry(option: names, valueName: valueName ?? "", help: help, section: section))
        return texts(of: entry, allowsEmpty: true).compactMap { converted($0, from: entry.name, convert) }
    }

    /// Reads an environment variable with a secret, which ``Output`` redacts.
    ///
    /// - Parameters:
    ///   - name: The name of the variable.
    ///   - help: The description.
    /// - Returns: The value, or `nil` if the variable is absent or empty.
    public mutating func secret(environment name: String, _ help: String) -> String? {
        declare(Entry(label: name, help: help, section: "Environment"))
        guard let value = environment[name], !value.isEmpty else { return nil }
        Output.redact(value)
        return value
    }

    // MARK: Reading

    private mutating func values<Value: ArgumentValue>(
        _ names: String, _ help: String, _ valueName: String?, notes: [String?], in range: ClosedRange<Value>?
    ) -> [Value] {
        let entry = declare(
            Entry(
                option: names, valueName: valueName ?? Value.argumentName, help: help,
                notes: [Self.bounds(of: range)] + notes, section: section))
        return texts(of: entry).compactMap { value($0, of: entry.name, in: range) }
    }

    /// Returns a value, or reports that the argument is invalid.
    mutating func value<Value: ArgumentValue>(
        _ text: String, of name: String, in range: ClosedRange<Value>?
    ) -> Value? {
        if let value = Value(argument: text), range?.contains(value) ?? true { return value }
        let bounds = Self.bounds(of: range).map { " from \($0)" } ?? ""
        require(false, "\(name) requires \(Value.argumentKind)\(bounds)\(Self.quoteSuffix(for: text))")
        return nil
    }

    /// Returns a range such as `1 to 100`.
    static func bounds<Value>(of range: ClosedRange<Value>?) -> String? {
        range.map { "\($0.lowerBound) to \($0.upperBound)" }
    }

    /// Returns a converted value, or reports the error.
    mutating func converted<Value>(_ text: String, from source: String, _ convert: (String) throws -> Value) -> Value? {
        do {
            return try convert(text)
        } catch {
            require(false, "\(source): \(error)")
            return nil
        }
    }

    /// Removes an option from the arguments and returns its values.
    ///
    /// Reports an error if a value is missing.
    private mutating func texts(of entry: Entry, allowsEmpty: Bool = false) -> [String] {
        let endedBeforeValue = arguments.endsBeforeValue
        let values = arguments.takeValues(entry.names)
        if !endedBeforeValue, arguments.endsBeforeValue { pendingChoices = entry.choices }
        if !values.isEmpty { givenOptions.insert(entry.name) }
        let isComplete = values.allSatisfy { allowsEmpty ? $0 != nil : $0?.isEmpty == false }
        require(isComplete, "\(entry.name) requires a value")
        return isComplete ? values.compactMap(\.self) : []
    }

    /// Returns a list such as `count, name or date`.
    static func list(of texts: [String]) -> String {
        texts.count > 1 ? "\(texts.dropLast().joined(separator: ", ")) or \(texts.last ?? "")" : texts.joined()
    }

    // MARK: Declarations

    @discardableResult
    mutating func declare(_ entry: Entry) -> Entry {
        if !entry.names.isEmpty {
            precondition(!hasReadPositionals, "declare \(entry.name) before the positional arguments")
        }
        let short = entry.names.first { !$0.hasPrefix("--") }
        if entry.takesValue, let short {
            // Otherwise, a flag could be read from the value in `-nvalue`.
            let hasFlag = entries.contains { !$0.takesValue && $0.names.contains { !$0.hasPrefix("--") } }
            precondition(!hasFlag, "declare \(short), which takes a value, before the flags with a single hyphen")
        }
        for name in entry.names {
            precondition(!entries.contains { $0.names.contains(name) }, "\(name) is declared twice")
        }
        entries.append(entry)
        entries[entries.count - 1].isHidden = isSubcommandMissing
        return entry
    }
}
