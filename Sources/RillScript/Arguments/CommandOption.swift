/// An entry in a command's help text: a flag, an option with a value, or an entry that is documentation only.
public struct CommandOption: Sendable {
    /// The names, such as `-r` and `--recursive`, or an empty array for an entry that is documentation only.
    let names: [String]

    /// The text in the left column of the help text.
    let label: String
    let help: String
    let takesValue: Bool

    private init(names: [String], suffix: String, help: String, takesValue: Bool) {
        for name in names {
            precondition(
                name.hasPrefix("--") ? name.count > 2 : name.hasPrefix("-") && name.count == 2,
                "the name of an option must be a hyphen and a letter, or two hyphens and a word, got \(name)")
        }
        self.names = names
        label = names.joined(separator: ", ") + suffix
        self.help = help
        self.takesValue = takesValue
    }

    /// Returns an option without a value, such as `-v, --verbose`.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens. ``ArgumentReader`` reports the last name.
    ///   - help: The description.
    public static func flag(_ names: String..., help: String) -> CommandOption {
        CommandOption(names: names, suffix: "", help: help, takesValue: false)
    }

    /// Returns an option with a value, such as `--page <n>`.
    ///
    /// - Parameters:
    ///   - names: The names with their hyphens. ``ArgumentReader`` reports the last name.
    ///   - valueName: The name of the value in the help text.
    ///   - help: The description, including the range and the default of the value.
    public static func option(_ names: String..., valueName: String, help: String) -> CommandOption {
        CommandOption(names: names, suffix: " <\(valueName)>", help: help, takesValue: true)
    }

    /// The option for the file to which a timeline is written.
    public static let trace = option(
        "--trace", valueName: "file",
        help: """
            Record a timeline, with secrets redacted, to <file>: a page if its name ends in .html, or JSON for Perfetto.
            """)

    /// Returns an entry in the help text for anything else, such as a positional argument, an action, or an exit code.
    ///
    /// - Parameters:
    ///   - label: The text in the left column.
    ///   - help: The description.
    public static func entry(_ label: String, help: String) -> CommandOption {
        CommandOption(names: [], suffix: label, help: help, takesValue: false)
    }
}

/// A titled section of a command's help text.
public struct OptionGroup: Sendable {
    let title: String
    let options: [CommandOption]

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - title: The title, such as `Server options`. The help text shows it in uppercase.
    ///   - options: The entries in the section.
    public init(_ title: String, _ options: [CommandOption]) {
        self.title = title
        self.options = options
    }
}
