import RillScript
import Testing

/// Tests of the help text, which has the layout of swift-argument-parser.
@Suite struct CommandConfigurationTests {
    @Test func helpHasTheLayoutOfSwiftArgumentParser() {
        let configuration = CommandConfiguration(
            "count", abstract: "Counts the lines of files.",
            discussion: "The files are read once.\n\nErrors are written to standard error, and reading continues.",
            usage: ["[<options>] <file> ...", "--version"],
            groups: [
                OptionGroup("Arguments", [.entry("<file>", help: "The files.")]),
                OptionGroup("Limit options", [.option("--limit", valueName: "n", help: "Maximum number of lines.")]),
            ],
            options: [
                .flag(
                    "-q", "--quiet",
                    help: "Print the total only, even if the files have lines that are too long for the column."),
                .option("-f", "--format-of-output", valueName: "format", help: "Output format."),
            ])
        #expect(
            configuration.helpMessage() == """
                OVERVIEW: Counts the lines of files.

                The files are read once.

                Errors are written to standard error, and reading continues.

                USAGE: count [<options>] <file> ...
                       count --version

                ARGUMENTS:
                  <file>                  The files.

                LIMIT OPTIONS:
                  --limit <n>             Maximum number of lines.

                OPTIONS:
                  -q, --quiet             Print the total only, even if the files have lines
                                          that are too long for the column.
                  -f, --format-of-output <format>
                                          Output format.
                  -h, --help              Show help information.

                """)
    }

    @Test func helpFitsTheWidth() {
        let configuration = CommandConfiguration(
            "count", abstract: String(repeating: "word ", count: 30),
            options: [.flag("--all", help: String(repeating: "word ", count: 30))])
        let lines = configuration.helpMessage(columns: 60).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines.map(\.count).max() ?? 0 > 55)
    }
}
