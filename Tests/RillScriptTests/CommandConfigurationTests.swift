import Foundation
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

    private static let counting = CommandConfiguration(
        "count-lines", abstract: "Counts lines.",
        groups: [OptionGroup("Actions", [.entry("list", help: "List."), .entry("<file>", help: "The file.")])],
        options: [
            .flag("-q", "--quiet", help: "Don't print [all]."), .option("--limit", valueName: "n", help: "Maximum."),
        ])

    @Test(arguments: [
        (["--l"], "--limit"), (["--q"], "--quiet"), (["-"], "-q --quiet --limit -h --help"), (["l"], "list"),
        (["--limit", ""], ""), (["--quiet", "--he"], "--help"),
    ])
    func bashCompletesOptionsAndActions(words: [String], expected: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = try Self.counting.completionScript(for: "bash")
        let call = "COMP_WORDS=(count-lines \"$@\"); COMP_CWORD=$#; _count_lines; echo \"${COMPREPLY[*]}\""
        process.arguments = ["bash", "-c", script + call, "bash"] + words
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == expected + "\n")
    }

    @Test func zshScriptDescribesOptionsAndActions() throws {
        #expect(
            try Self.counting.completionScript(for: "zsh") == #"""
                #compdef count-lines
                _arguments -s \
                    '(-q --quiet)-q[Don'\''t print \[all\].]' \
                    '(-q --quiet)--quiet[Don'\''t print \[all\].]' \
                    '--limit[Maximum.]:value:_files' \
                    '(-h --help)-h[Show help information.]' \
                    '(-h --help)--help[Show help information.]' \
                    '1:action:(list)' '*:file:_files'

                """#)
    }

    @Test func completionRequiresAKnownShell() {
        let error = #expect(throws: ValidationError.self) { try Self.counting.completionScript(for: "fish") }
        #expect(error?.message == "--generate-completion-script requires bash or zsh")
    }
}
