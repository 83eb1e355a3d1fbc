import RillScript
import Testing

/// Tests that arguments are parsed by the conventions of swift-argument-parser.
@Suite struct ArgumentReaderTests {
    private let configuration = CommandConfiguration(
        "count", abstract: "Counts lines.",
        options: [
            .flag("-a", "--all", help: "Count all files."), .flag("-q", "--quiet", help: "Print the total only."),
            .option("-n", "--limit", valueName: "n", help: "Maximum number of lines."),
            .option("--per-page", valueName: "n", help: "Lines per page."),
            .option("--token", valueName: "token", help: "Access token."),
        ])

    /// Returns the arguments as text: `--limit=3` for an option with a value, and `file` for a positional argument.
    private func parse(_ arguments: String...) throws -> [String] {
        var reader = ArgumentReader(arguments, configuration: configuration)
        var result: [String] = []
        while let argument = try reader.next() {
            switch argument {
            case .option("--limit"), .option("--per-page"), .option("--token"):
                result.append("\(reader.option)=\(try reader.value())")
            case .option(let name): result.append(name)
            case .positional(let text): result.append(text)
            }
        }
        return result
    }

    private func message(_ arguments: String...) -> String? {
        var reader = ArgumentReader(arguments, configuration: configuration)
        do {
            while try reader.next() != nil {}
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func longOptionsTakeValues() throws {
        #expect(try parse("--limit", "3", "--limit=4") == ["--limit=3", "--limit=4"])
    }

    @Test func valueAfterEqualsSignIsUsedUnchanged() throws {
        #expect(try parse("--limit=a=b", "--limit=--all") == ["--limit=a=b", "--limit=--all"])
    }

    @Test func shortOptionsTakeValues() throws {
        #expect(try parse("-n", "3", "-n4") == ["--limit=3", "--limit=4"])
    }

    @Test func shortFlagsCanBeCombined() throws {
        #expect(try parse("-aq", "file") == ["--all", "--quiet", "file"])
        #expect(try parse("-aqn", "3") == ["--all", "--quiet", "--limit=3"])
        #expect(try parse("-an3", "-q") == ["--all", "--limit=3", "--quiet"])
    }

    @Test func optionsCanBeRepeated() throws {
        #expect(try parse("-n", "1", "--all", "-n", "2", "--all") == ["--limit=1", "--all", "--limit=2", "--all"])
    }

    @Test func positionalArgumentsCanPrecedeOptions() throws {
        #expect(try parse("a", "--all", "-", "b") == ["a", "--all", "-", "b"])
    }

    @Test func argumentsAfterTerminatorArePositional() throws {
        #expect(try parse("-a", "--", "--all", "-q", "--", "a") == ["--all", "--all", "-q", "--", "a"])
    }

    @Test func valueCanStartWithOneHyphenButNotTwo() throws {
        #expect(try parse("--limit", "-1", "--limit", "-") == ["--limit=-1", "--limit=-"])
        let error = #expect(throws: ValidationError.self) { try parse("--limit", "--all") }
        #expect(error?.message == "--limit requires a value")
        #expect(throws: ValidationError.self) { try parse("-n") }
        #expect(throws: ValidationError.self) { try parse("--limit=") }
    }

    @Test(arguments: [
        ("--al", "--all"), ("--alll", "--all"), ("--qiuet", "--quiet"), ("--limot=3", "--limit"),
        ("--perpage", "--per-page"), ("--per-pgea", "--per-page"), ("--tokens", "--token"), ("--hepl", "--help"),
    ])
    func errorForMisspelledOptionSuggestsSimilarOption(argument: String, suggestion: String) {
        let name = argument.split(separator: "=")[0]
        #expect(message(argument) == "unknown option \(name): did you mean '\(suggestion)'?")
    }

    @Test(arguments: [
        ("--verbose", "unknown option --verbose"), ("-x", "unknown option -x"), ("-ax3", "unknown option -x"),
        ("--tokenhidden", "unknown option --token…: write --token VALUE"),
        ("--Token:hidden", "argument 1 is not a valid option"), ("--all=yes", "--all does not take a value"),
    ])
    func errorsDoNotQuoteSecrets(argument: String, expected: String) {
        #expect(message(argument) == expected)
    }

    @Test func nextOptionRejectsPositionalArguments() throws {
        var reader = ArgumentReader(["--all", "hidden"], configuration: configuration)
        #expect(try reader.nextOption() == "--all")
        let error = #expect(throws: ValidationError.self) { try reader.nextOption() }
        #expect(error?.message == "unexpected argument after --all: only options are accepted")
    }

    @Test func nextOptionCollectsPositionalArguments() throws {
        var reader = ArgumentReader(
            ["a", "--all", "-", "--limit", "3", "b", "--", "--quiet"], configuration: configuration)
        var positionals: [String] = []
        #expect(try reader.nextOption(collecting: &positionals) == "--all")
        #expect(positionals == ["a"])
        #expect(try reader.nextOption(collecting: &positionals) == "--limit")
        #expect(try reader.integer(in: 1...9) == 3)
        #expect(try reader.nextOption(collecting: &positionals) == nil)
        #expect(positionals == ["a", "-", "b", "--quiet"])
    }

    @Test(arguments: [
        ([], nil), (["--all"], nil), (["-a", "--all", "file"], nil), (["--token", "--all"], nil),
        (["--quiet", "-a"], "--all and --quiet cannot be combined"),
        (["-qn", "3"], "--quiet and --limit cannot be combined"),
        (["--limit=3", "-q", "--all"], "--all and --quiet cannot be combined"),
    ])
    func errorNamesOptionsThatCannotBeCombined(arguments: [String], message: String?) throws {
        var reader = ArgumentReader(arguments, configuration: configuration)
        while try reader.next() != nil {}
        var error: ValidationError?
        do throws(ValidationError) {
            try reader.requireAtMostOne(of: "--all", "--quiet", "--limit")
        } catch let failure {
            error = failure
        }
        #expect(error?.message == message)
    }

    @Test func valuesAreValidated() throws {
        func reader(_ text: String) throws -> ArgumentReader {
            var reader = ArgumentReader(["--limit", text], configuration: configuration)
            _ = try reader.next()
            return reader
        }
        var valid = try reader("7")
        #expect(try valid.integer(in: 1...9) == 7)
        var half = try reader("0.5")
        #expect(try half.duration() == .milliseconds(500))
        var choice = try reader("name")
        #expect(try choice.choice(of: ["count", "name"]) == "name")
        for (text, message) in [("0", "(got \"0\")"), ("10", "(got \"10\")"), ("x", "(got \"x\")"), ("secret", "9")] {
            var invalid = try reader(text)
            let error = #expect(throws: ValidationError.self) { try invalid.integer(in: 1...9) }
            #expect(error?.message.hasSuffix(message) == true)
        }
        for text in ["0", "-1", "nan", "inf", "1e10", "soon"] {
            var invalid = try reader(text)
            #expect(throws: ValidationError.self) { try invalid.duration() }
        }
        var other = try reader("size")
        let error = #expect(throws: ValidationError.self) { try other.choice(of: ["count", "name", "date"]) }
        #expect(error?.message == "--limit requires count, name or date (got \"size\")")
    }
}
