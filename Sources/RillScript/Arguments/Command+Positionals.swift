extension Command {
    /// Reads a required positional argument.
    ///
    /// - Parameters:
    ///   - name: The name in the help text, such as `file`.
    ///   - help: The description.
    /// - Returns: The argument, which is not empty.
    public mutating func positional(_ name: String, _ help: String) -> String {
        positional(name, help, as: String.self)
    }

    /// Reads a required positional argument.
    ///
    /// - Parameters:
    ///   - name: The name in the help text, such as `count`.
    ///   - help: The description.
    ///   - type: The type of the value.
    ///   - range: The valid values, or `nil`, the default, if all values are valid.
    /// - Returns: The value.
    public mutating func positional<Value: ArgumentValue>(
        _ name: String, _ help: String, as type: Value.Type = Value.self, in range: ClosedRange<Value>? = nil
    ) -> Value {
        let text = words(name, Entry.help(help, [Self.bounds(of: range)]), count: 1...1).first
        return text.flatMap { value($0, of: "<\(name)>", in: range) } ?? .argumentPlaceholder
    }

    /// Reads the remaining positional arguments.
    ///
    ///     let files = command.positionals("file", "The files to print.", count: 1...)
    ///     let message = command.positionals("message", "The message.", count: 0...1).first
    ///
    /// - Parameters:
    ///   - name: The name in the help text, such as `file`.
    ///   - help: The description.
    ///   - count: The valid numbers of arguments. Defaults to any number.
    /// - Returns: The arguments.
    public mutating func positionals(
        _ name: String, _ help: String, count: some RangeExpression<Int> = 0...
    ) -> [String] {
        words(name, help, count: count)
    }

    /// Reads the remaining positional arguments and converts them.
    ///
    /// - Parameters:
    ///   - name: The name in the help text, such as `file`.
    ///   - help: The description.
    ///   - count: The valid numbers of arguments. Defaults to any number.
    ///   - convert: A closure that converts an argument or throws an error. The message consists of the name and the error.
    /// - Returns: The valid values.
    public mutating func positionals<Value>(
        _ name: String, _ help: String, count: some RangeExpression<Int> = 0...,
        convert: (String) throws -> Value
    ) -> [Value] {
        words(name, help, count: count).compactMap { converted($0, from: "<\(name)>", convert) }
    }

    private mutating func words(_ name: String, _ help: String, count: some RangeExpression<Int>) -> [String] {
        hasReadPositionals = true
        let bounds = count.relative(to: 0..<Int.max)
        let item = "<\(name)>\(bounds.upperBound > 2 ? " ..." : "")"
        var words: [String] = []
        // If no subcommand is selected, the first word can only be an unknown subcommand.
        if unselectedSubcommands.isEmpty {
            synopsis.append(bounds.lowerBound == 0 ? "[\(item)]" : item)
            declare(Entry(label: "<\(name)>", help: help, section: "Arguments"))
            while words.count < bounds.upperBound - 1, let word = arguments.takeWord() { words.append(word) }
        }
        require(
            words.count >= bounds.lowerBound,
            "missing argument <\(name)>: expected \(self.name) \(usage)")
        return words
    }

    /// Reads the name of a subcommand, which is the first positional argument.
    ///
    ///     enum Action: String { case list, delete }
    ///
    ///     switch command.subcommand([Action.list: "List the files.", .delete: "Delete files."]) {
    ///     case .list: …
    ///     case .delete: files = command.positionals("file", "The files to delete.", count: 1...)
    ///     }
    ///
    /// The help text lists the subcommands, or, with the name of a subcommand before `--help`, the options and arguments that
    /// are declared for it.
    ///
    /// - Parameters:
    ///   - subcommands: The subcommands and their descriptions. The names are the raw values.
    ///   - subcommand: The subcommand if there are no positional arguments, or `nil`, the default, if it is required.
    /// - Returns: The subcommand.
    public mutating func subcommand<Name: RawRepresentable<String>>(
        _ subcommands: KeyValuePairs<Name, String>, default subcommand: Name? = nil
    ) -> Name {
        precondition(!subcommands.isEmpty, "a command cannot have an empty list of subcommands")
        let names = subcommands.map(\.key.rawValue)
        if arguments.takeFirstWord(where: { $0 == "help" && !names.contains($0) }) != nil { request = .help }
        if let word = arguments.takeFirstWord(where: names.contains), let index = names.firstIndex(of: word) {
            synopsis.append(word)
            path.append(word)
            pathHelp = subcommands[index].value
            return subcommands[index].key
        }
        for (name, help) in subcommands {
            let note = name.rawValue == subcommand?.rawValue ? "default" : nil
            declare(Entry(label: name.rawValue, help: Entry.help(help, [note]), section: Entry.subcommands))
        }
        synopsis.append(subcommand == nil ? "<subcommand>" : "[<subcommand>]")
        unselectedSubcommands = names
        isSubcommandMissing = subcommand == nil
        return subcommand ?? subcommands[0].key
    }
}
