import Foundation
import RillScript
import Testing

/// Tests that arguments are parsed by the conventions of swift-argument-parser.
@Suite struct CommandTests {
    /// The values of a command with an option of each kind.
    private struct Values: Equatable {
        var limits: [String] = []
        var perPage: Int?
        var token: String?
        var isAll = false
        var isQuiet = false
        var words: [String] = []
    }

    private func parse(_ arguments: [String]) -> (values: Values, error: String?) {
        var command = Command("count", "Counts lines.", version: "1.2", arguments: arguments, environment: [:])
        var values = Values()
        values.limits = command.options("-n, --limit", "Maximum number of lines.")
        values.perPage = command.option("--per-page", "Lines per page.")
        values.token = command.option("--token", "Access token.")
        values.isAll = command.flag("-a, --all", "Count all files.")
        values.isQuiet = command.flag("-q, --quiet", "Print the total only.")
        values.words = command.positionals("file", "The files.")
        return (values, error(of: command))
    }

    private func error(of command: Command) -> String? {
        do {
            try command.validate()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (["--limit", "3", "--limit=4"], Values(limits: ["3", "4"])),
        (["--limit=a=b", "--limit=--all"], Values(limits: ["a=b", "--all"])),
        (["-n", "3", "-n4"], Values(limits: ["3", "4"])),
        (["-aq", "file"], Values(isAll: true, isQuiet: true, words: ["file"])),
        (["-qa", "-n", "3", "-aa"], Values(limits: ["3"], isAll: true, isQuiet: true)),
        (["-na", "-q"], Values(limits: ["a"], isQuiet: true)),
        (["-n", "1", "--all", "-n", "2", "--all"], Values(limits: ["1", "2"], isAll: true)),
        (["--per-page", "1", "--per-page", "2"], Values(perPage: 2)),
        (["a", "--all", "-", "b"], Values(isAll: true, words: ["a", "-", "b"])),
        (["a", "--limit", "3", "b"], Values(limits: ["3"], words: ["a", "b"])),
        (["-a", "--", "--all", "-q", "--", "a"], Values(isAll: true, words: ["--all", "-q", "--", "a"])),
        (["--limit", "-1", "--limit", "-", "-5"], Values(limits: ["-1", "-"], words: ["-5"])),
        (["-n-q"], Values(limits: ["-q"])),
        (["--token", "limit", "limit"], Values(token: "limit", words: ["limit"])),
    ])
    private func argumentsAreParsed(arguments: [String], expected: Values) {
        let (values, error) = parse(arguments)
        #expect(values == expected)
        #expect(error == nil)
    }

    @Test(arguments: [
        (["--limit", "--all"], "--limit requires a value"), (["--limit", "-q"], "--limit requires a value"),
        (["-n"], "--limit requires a value"), (["--limit="], "--limit requires a value"),
        (["--limit", "--", "3"], "--limit requires a value"),
        (["--token", "--limit", "3", "file"], "--token requires a value"),
        (["--per-page", "x"], "--per-page requires an integer (got \"x\")"),
        (["-qn", "3"], "-n takes a value and cannot follow other options: write -n VALUE"),
        (["--quiet=yes"], "--quiet does not take a value"),
        (["--verbose", "--per-page", "x"], "unknown option --verbose"),
    ])
    func invalidArgumentsAreReported(arguments: [String], message: String) {
        #expect(parse(arguments).error == message)
    }

    @Test(arguments: [
        ("--al", "--all"), ("--alll", "--all"), ("--qiuet", "--quiet"), ("--limot=3", "--limit"),
        ("--perpage", "--per-page"), ("--per-pgea", "--per-page"), ("--tokens", "--token"), ("--hepl", "--help"),
        ("--versoin", "--version"),
    ])
    func errorForMisspelledOptionSuggestsSimilarOption(argument: String, suggestion: String) {
        let name = argument.split(separator: "=")[0]
        #expect(parse([argument]).error == "unknown option \(name): did you mean '\(suggestion)'?")
    }

    @Test(arguments: [
        ("--verbose", "unknown option --verbose"), ("-x", "unknown option -x"), ("-ax3", "unknown option -x"),
        ("--tokenhidden", "unknown option --token…: write --token VALUE"),
        ("--Token:hidden", "argument 1 is not a valid option"), ("--all=yes", "--all does not take a value"),
        ("-é", "unknown option -é"),
    ])
    func errorsDoNotQuoteSecrets(argument: String, expected: String) {
        #expect(parse([argument]).error == expected)
    }

    @Test func unexpectedArgumentIsReportedWithoutItsText() {
        var command = Command("count", "", arguments: ["--all", "hidden"], environment: [:])
        _ = command.flag("--all", "")
        #expect(error(of: command) == "argument 2 is unexpected: count accepts [<options>]")
    }

    @Test(arguments: [
        ([], nil), (["--all"], nil), (["-a", "--all", "file"], nil),
        (["--quiet", "-a"], "--all and --quiet cannot be combined"),
        (["-q", "-n", "3"], "--quiet and --limit cannot be combined"),
        (["--limit=3", "-q", "--all"], "--all and --quiet cannot be combined"),
    ])
    func errorNamesOptionsThatCannotBeCombined(arguments: [String], message: String?) {
        var command = Command("count", "", arguments: arguments, environment: [:])
        _ = command.options("-n, --limit", "")
        _ = command.flag("-a, --all", "")
        _ = command.flag("-q, --quiet", "")
        command.requireAtMostOne(of: "--all", "--quiet", "--limit")
        _ = command.positionals("file", "")
        #expect(error(of: command) == message)
    }

    // MARK: Values

    @Test(arguments: [
        ("7", nil), ("0", "--limit requires an integer from 1 to 9 (got \"0\")"),
        ("10", "--limit requires an integer from 1 to 9 (got \"10\")"),
        ("x", "--limit requires an integer from 1 to 9 (got \"x\")"),
        ("secret", "--limit requires an integer from 1 to 9"),
    ])
    func integersAreValidated(text: String, message: String?) {
        var command = Command("count", "", arguments: ["--limit", text], environment: [:])
        #expect(command.option("--limit", "", default: 5, in: 1...9) == (message == nil ? 7 : 5))
        #expect(error(of: command) == message)
    }

    @Test(arguments: ["0", "-1", "nan", "inf", "1e10", "soon"])
    func durationsAreValidated(text: String) {
        var command = Command("count", "", arguments: ["--delay", "0.5", "--other", text], environment: [:])
        #expect(command.option("--delay", "") == Duration.milliseconds(500))
        #expect(command.option("--other", "", default: .seconds(1)) == Duration.seconds(1))
        #expect(error(of: command)?.hasPrefix("--other requires a number of seconds above 0, such as 0.5") == true)
    }

    private enum Order: String, CaseIterable {
        case count
        case name
        case date
    }

    @Test func choicesAreValidated() {
        var command = Command("count", "", arguments: ["--sort=name", "--order=size"], environment: [:])
        #expect(command.option("--sort", "", choices: Order.allCases) == .name)
        #expect(command.option("--order", "", choices: Order.allCases) == nil)
        #expect(error(of: command) == "--order requires count, name or date (got \"size\")")
    }

    @Test func environmentVariableProvidesTheValueOfAnAbsentOption() {
        let environment = ["TOKEN": "from-environment", "EMPTY": ""]
        func token(_ arguments: [String], _ variable: String) -> String? {
            var command = Command("count", "", arguments: arguments, environment: environment)
            return command.option("--token", "", environment: variable)
        }
        #expect(token([], "TOKEN") == "from-environment")
        #expect(token(["--token", "given"], "TOKEN") == "given")
        #expect(token([], "EMPTY") == nil)
        var command = Command("count", "", arguments: [], environment: environment)
        let number = command.option("--number", "", environment: "TOKEN") { text in
            guard let number = Int(text) else { throw ValidationError("expected an integer") }
            return number
        }
        #expect(number == nil)
        #expect(error(of: command) == "TOKEN: expected an integer")
    }

    @Test func missingPositionalIsReported() {
        var command = Command("copy", "", arguments: ["a", "x"], environment: [:])
        #expect(command.positional("source", "") == "a")
        #expect(command.positional("count", "", as: Int.self) == 0)
        #expect(command.positional("target", "") == "")
        #expect(error(of: command) == "<count> requires an integer (got \"x\")")
        var other = Command("copy", "", arguments: ["a"], environment: [:])
        _ = other.positional("source", "")
        _ = other.positionals("target", "", count: 1...)
        #expect(error(of: other) == "missing argument <target>: expected copy [<options>] <source> <target> ...")
    }

    // MARK: Subcommands

    private enum Action: String {
        case list
        case show
    }

    @Test(arguments: [
        ([], Action.list, nil), (["list"], .list, nil), (["--json", "show", "7"], .show, nil),
        (["show", "7", "--json"], .show, nil),
        (["show"], .show, "missing argument <id>: expected users [<options>] show <id>"),
        (["lst"], .list, "unknown subcommand lst: did you mean 'list'?"),
        (["lst", "--all"], .list, "unknown subcommand lst: did you mean 'list'?"),
        (["--cuont", "3", "list"], .list, "unknown option --cuont: did you mean '--count'?"),
        (["--count", "3", "lst"], .list, "unknown subcommand lst: did you mean 'list'?"),
        (["show", "7", "--count", "3"], .show, "unknown option --count"),
        (["list", "--count", "3"], .list, nil), (["--count", "3"], .list, nil), (["--count", "3", "list"], .list, nil),
        (["--count=3", "list"], .list, nil),
        (["users", "--json"], .list, "unknown subcommand (got \"users\"): expected list or show"),
        (["--all", "list"], .list, "unknown option --all"),
        (["list", "7"], .list, "argument 2 is unexpected (got \"7\"): users accepts [<options>] list"),
    ])
    private func subcommandsDeclareTheirOptions(arguments: [String], action: Action, message: String?) {
        var command = Command("users", "", arguments: arguments, environment: [:])
        _ = command.flag("--json", "")
        let given = command.subcommand([Action.list: "List.", .show: "Show."], default: .list)
        switch given {
        case .list: _ = command.option("--count", "", default: 1)
        case .show: _ = command.positional("id", "", as: Int.self)
        }
        #expect(given == action)
        #expect(error(of: command) == message)
    }

    @Test func subcommandCanBeRequired() {
        var command = Command("users", "", arguments: [], environment: [:])
        #expect(command.subcommand([Action.list: "List.", .show: "Show."]) == .list)
        #expect(error(of: command) == "missing subcommand: expected list or show")
    }
}
