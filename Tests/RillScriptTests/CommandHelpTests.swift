import Foundation
import Testing

@testable import RillScript

/// Tests of the help text, which has the layout of swift-argument-parser, and of the completion in shells.
@Suite struct CommandHelpTests {
    @Test func helpHasTheLayoutOfSwiftArgumentParser() {
        var command = Command(
            "count", "Counts the lines of files.",
            discussion: "The files are read once.\n\nErrors are written to standard error, and reading continues.",
            version: "1.0", arguments: [], environment: [:])
        command.section("Limit options")
        _ = command.option("--limit", "Maximum number of lines.", default: 100, in: 1...1_000)
        _ = command.option("--timeout", "Maximum time.", as: Duration.self)
        command.section("Options")
        _ = command.option("-f, --format-of-output", "Output format.", valueName: "format")
        _ = command.option("--token", "Access token.", environment: "COUNT_TOKEN")
        _ = command.flag(
            "-q, --quiet", "Print the total only, even if the files have lines that are too long for the column.")
        _ = command.positional("file", "The file.")
        _ = command.positionals("more", "More files.")
        #expect(
            command.helpMessage() == """
                OVERVIEW: Counts the lines of files.

                The files are read once.

                Errors are written to standard error, and reading continues.

                USAGE: count [<options>] <file> [<more> ...]

                LIMIT OPTIONS:
                  --limit <n>             Maximum number of lines (1 to 1000, default: 100).
                  --timeout <seconds>     Maximum time.

                ARGUMENTS:
                  <file>                  The file.
                  <more>                  More files.

                OPTIONS:
                  -f, --format-of-output <format>
                                          Output format.
                  --token <token>         Access token (environment: COUNT_TOKEN).
                  -q, --quiet             Print the total only, even if the files have lines
                                          that are too long for the column.
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test func helpFitsTheWidth() {
        var command = Command("count", String(repeating: "word ", count: 30), arguments: [], environment: [:])
        _ = command.flag("--all", String(repeating: "word ", count: 30))
        let lines = command.helpMessage(columns: 60).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines.map(\.count).max() ?? 0 > 55)
    }

    private enum Action: String {
        case list
        case show
    }

    private static func users(_ arguments: [String]) -> Command {
        var command = Command("users", "Lists users.", arguments: arguments, environment: [:])
        switch command.subcommand([Action.list: "List users.", .show: "Show a user."], default: .list) {
        case .list: _ = command.flag("--all", "All pages.")
        case .show: _ = command.positional("id", "The ID.")
        }
        return command
    }

    @Test func helpListsSubcommandsOrDescribesTheGivenOne() {
        #expect(
            Self.users(["--help"]).helpMessage() == """
                OVERVIEW: Lists users.

                USAGE: users [<options>] [<subcommand>]

                SUBCOMMANDS:
                  list                    List users (default).
                  show                    Show a user.

                OPTIONS:
                  --all                   All pages.
                  -h, --help              Show help information.

                See 'users <subcommand> --help' for details.

                """)
        #expect(
            Self.users(["show", "--help"]).helpMessage() == """
                OVERVIEW: Show a user.

                USAGE: users [<options>] show <id>

                ARGUMENTS:
                  <id>                    The ID.

                OPTIONS:
                  -h, --help              Show help information.

                """)
    }

    @Test(arguments: ["", "=", "=="]) func unusualFirstArgumentIsAnArgument(text: String) {
        var arguments = [text]
        #expect(Command.request(&arguments) == nil)
        #expect(arguments == [text])
    }

    @Test func completionRequiresAKnownShell() {
        let error = #expect(throws: ValidationError.self) { try Self.users([]).completionScript(for: "fish") }
        #expect(error?.message == "--generate-completion-script requires bash or zsh")
    }
}
