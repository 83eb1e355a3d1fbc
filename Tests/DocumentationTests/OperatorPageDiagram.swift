import RillTesting
import Testing

// How a diagram is written on the page and in a doc comment, one line after the other:
//
//     source   -1--2--#
//     other           -8--9--|
//     result   -1--2---a--9--|      source.catch { _ in other }
//     where    a = 8
//
// A label, what belongs to it from the tenth column on, and behind two spaces or more the code. The spaces before the
// marbles are ticks that pass before the line begins; those before the code do not count when two diagrams are compared.

/// What is wrong with a diagram.
struct DiagramError: Error, CustomStringConvertible {
    let description: String
}

/// One line of a diagram.
struct DiagramLine: Hashable, Sendable {
    /// The columns that the label takes.
    static let margin = 9

    /// The labels of what comes out.
    static let outputs: Set<String> = ["result", "later", "printed"]

    let label: String

    /// How many ticks pass before the line begins.
    let start: Int

    /// The marbles; of a `where`, the legend.
    let text: String

    /// What makes the line come out, on a `result`, or on a `printed` without a `result`.
    let code: String?

    init(_ line: String) throws {
        label = String(line.prefix { $0 != " " })
        let rest = line.dropFirst(Self.margin)
        guard label.allSatisfy({ $0.isLowercase }), label.count < Self.margin - 1, !rest.isEmpty,
            line.dropFirst(label.count).prefix(Self.margin - label.count).allSatisfy({ $0 == " " })
        else { throw DiagramError(description: "no label and \(Self.margin) columns: \(line)") }
        guard label != "where" else {
            (start, text, code) = (0, String(rest), nil)
            return
        }
        let marbles = rest.drop { $0 == " " }
        start = rest.count - marbles.count
        text = String(marbles.prefix { $0 != " " })
        let code = marbles.dropFirst(text.count).drop { $0 == " " }
        self.code = code.isEmpty ? nil : String(code)
        let mayHaveCode = label == "result" || label == "printed"
        guard code.isEmpty || (mayHaveCode && marbles.dropFirst(text.count).hasPrefix("  ")) else {
            throw DiagramError(description: "code has a place behind two spaces, on a result: \(line)")
        }
        _ = try marks
    }

    /// The marbles with their ticks, counted from the begin of the line.
    private var marks: [MarbleScanner.Mark] {
        get throws { try MarbleScanner.scan(text, ends: .completed, .error, .dispose) }
    }

    /// How many ticks the line takes.
    var length: Int { text.replacing(/\(.*?\)/, with: "-").count }

    /// The tick of a mark in the time of the test; nil if the line has none.
    func tick(of symbols: MarbleSymbol...) throws -> Int? {
        try marks.first { mark in symbols.contains { $0.rawValue == mark.character } }.map { start + $0.tick }
    }

    /// The marbles without a `!`, as a source sends them.
    var sent: String {
        text.hasSuffix("!") ? text.dropLast() + "-" : text.filter { $0 != "!" }
    }

    /// The marbles in the time of the test.
    var shifted: String { String(repeating: "-", count: start) + text }

    /// The values that the characters stand for.
    func values<Value: LosslessStringConvertible>(legend: [Character: String]) throws -> [Character: Value] {
        var values: [Character: Value] = [:]
        for mark in try marks where MarbleSymbol(rawValue: mark.character) == nil {
            let text = legend[mark.character] ?? String(mark.character)
            guard let value = Value(text) else {
                throw DiagramError(description: "\(label) sends \(Value.self), and '\(text)' is none")
            }
            values[mark.character] = value
        }
        return values
    }
}

/// A diagram: the lines of one block.
struct DiagramBlock: Hashable, Sendable {
    let lines: [DiagramLine]

    init(_ lines: [String]) throws {
        self.lines = try lines.map(DiagramLine.init)
        let first = self.lines.first { DiagramLine.outputs.contains($0.label) }
        guard first?.code != nil else {
            throw DiagramError(description: "the first result has no code:\n" + lines.joined(separator: "\n"))
        }
        let drawn = Set(self.lines.filter { $0.label != "where" }.flatMap(\.text))
        let hasLegend = self.lines.contains { $0.label == "where" }
        guard Set(legend.keys).isSubset(of: drawn), hasLegend == !legend.isEmpty else {
            throw DiagramError(description: "the legend does not fit:\n" + lines.joined(separator: "\n"))
        }
    }

    /// What each line of code has to make of the inputs.
    func drawings(of operation: String) -> [Drawing] {
        let inputs = lines.filter { $0.label != "where" && !DiagramLine.outputs.contains($0.label) }
        var drawings: [Drawing] = []
        for line in lines where DiagramLine.outputs.contains(line.label) {
            if let code = line.code {
                drawings.append(
                    Drawing(operation: operation, code: code, inputs: inputs, outputs: [line], legend: legend))
            } else {
                drawings[drawings.endIndex - 1].outputs.append(line)
            }
        }
        return drawings
    }

    /// What the characters stand for that do not stand for themselves.
    private var legend: [Character: String] {
        var legend: [Character: String] = [:]
        for line in lines where line.label == "where" {
            let starts = line.text.ranges(of: #/(?:^|, )\S = /#)
            for (index, range) in starts.enumerated() {
                let end = index + 1 < starts.count ? starts[index + 1].lowerBound : line.text.endIndex
                legend[line.text[range].dropLast(3).last ?? " "] = String(line.text[range.upperBound..<end])
            }
        }
        return legend
    }
}

/// A line of code of the page, what goes in and what has to come out.
struct Drawing: Sendable, CustomTestStringConvertible {
    let operation: String
    let code: String
    let inputs: [DiagramLine]
    fileprivate(set) var outputs: [DiagramLine]
    let legend: [Character: String]

    var testDescription: String { "\(operation): \(code)" }

    /// The names of the inputs, in the order of the lines.
    var names: [String] {
        inputs.map(\.label).reduce(into: []) { if !$0.contains($1) && $1 != "subject" { $0.append($1) } }
    }

    /// The lines with a label.
    func lines(_ label: String) -> [DiagramLine] { (inputs + outputs).filter { $0.label == label } }
}
