import Foundation
import RillTestSupport
import Testing

@testable import RillScript

/// Tests of tables and of the capabilities of terminals.
@Suite struct TerminalTests {
    @Test(arguments: [
        ("初心者", 6), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇯🇵", 2), ("ｶﾅ", 2), ("각", 2), ("a\u{200B}b", 2), ("", 0),
    ])
    func displayWidthCountsTerminalColumns(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func tableAlignsWideCharacters() {
        let table = TextTable(
            [.text("Tag", ["Python", "初心者"]), .counts("Items", [1_200, 300], bar: .cyan)],
            terminal: Terminal(width: 30))
        #expect(
            table.text == """
                Tag    Items
                Python 1,200 █████████████████
                初心者   300 ████▎

                """)
    }

    @Test func shorterColumnsEndWithEmptyCells() {
        let columns: [TextTable.Column] = [
            .text("A", ["a"]), .counts("B", [1, 1], bar: .cyan), .counts("C", [], bar: .cyan), .text("D", ["d", "e"]),
        ]
        let lines = TextTable(columns, terminal: Terminal(width: .max)).text.split(separator: "\n")
        let words = lines.map { line in line.split(separator: " ").map { $0.prefix(1) } }
        #expect(words == [["A", "B", "C", "D"], ["a", "1", "█", "d"], ["1", "█", "e"]])
    }

    @Test func tableWithoutTerminalIsComplete() {
        // The standard output of the tests may be a terminal, which has a width.
        let terminal = Terminal(environment: [:])
        let texts = ["a", String(repeating: "b", count: 300)]
        let table = TextTable([.text("URL", texts), .text("Text", texts)], terminal: terminal)
        if !terminal.isInteractive {
            #expect(table.text.split(separator: "\n").last == "\(texts[1])  \(texts[1])")
        }
    }

    @Test func tableReplacesControlCharacters() {
        let table = TextTable([.text("Name", ["a\u{1B}[31mb"])], terminal: Terminal(width: 40))
        #expect(table.text == "Name\na\u{FFFD}[31mb\n")
    }

    @Test(arguments: DeceptiveText.cases)
    func outputContainsNoDeceptiveCharacter(text: String, expected: String) throws {
        #expect(Array(text.printable().unicodeScalars) == Array(expected.unicodeScalars))
        let json = try JSONOutput.line(of: [text])
        #expect(Array(json.printable().unicodeScalars) == Array(json.unicodeScalars))
        #expect(
            try JSONDecoder().decode([String].self, from: Data(json.utf8))[0].unicodeScalars.elementsEqual(
                text.unicodeScalars))
    }

    @Test(arguments: ["初心者 é", "👩‍👩‍👧 ❤️ 🇯🇵", "می‌خواهم", "a/b"])
    func outputKeepsHarmlessCharacters(text: String) throws {
        #expect(text.printable() == text)
        #expect(try JSONOutput.line(of: text) == "\"\(text)\"")
    }

    @Test func barIsDrawnInEighthsOfAColumn() {
        #expect(Bar.text(0, width: 8).isEmpty)
        #expect(Bar.text(0.001, width: 8) == "▏")
        #expect(Bar.text(0.5, width: 3) == "█▌")
        #expect(Bar.text(2, width: 3) == "███")
    }

    @Test func stylesRequireColor() {
        #expect(Terminal(width: 80, hasColor: true).styled("a", .red) == "\u{1B}[31ma\u{1B}[0m")
        #expect(Terminal(width: 80).styled("a", .red) == "a")
        #expect(Terminal(width: 80, hasColor: true).styled("", .red).isEmpty)
    }

    @Test func widthWithoutTerminalIsReadFromEnvironment() {
        // The standard error of the tests may be a terminal, whose width takes precedence.
        let terminal = Terminal(.errors, environment: ["COLUMNS": "33"])
        if !terminal.isInteractive { #expect(terminal.width == 33) }
        #expect(!Terminal(environment: ["TERM": "dumb"]).hasColor)
        #expect(!Terminal(environment: ["NO_COLOR": "1"]).hasColor)
    }

    @Test func jsonHasOneLinePerValue() throws {
        #expect(try JSONOutput.text(of: [["b": 1, "a": 2], ["c": 3]]) == "[\n  {\"a\":2,\"b\":1},\n  {\"c\":3}\n]\n")
        #expect(try JSONOutput.text(of: [Int]()) == "[]\n")
        #expect(try JSONOutput.line(of: "a/b") == "\"a/b\"")
    }

    @Test func overlappingAndUnprintableSecretsAreRedacted() {
        let secrets = ["hunter81", "hunter81-and-more", "first\rsecond", "zero\u{200B}width"]
        for secret in secrets { Output.redact(secret) }
        let text = Output.redacted(secrets.joined(separator: " "))
        #expect(text == secrets.map { _ in "<redacted>" }.joined(separator: " "))
    }
}
