import RillTesting
import Testing

// The format of a diagram on the page and in documentation comments:
//
//     source   -1--2--#
//     other           -8--9--|
//     result   -1--2---a--9--|      source.catch { _ in other }
//     where    a = 8
//
// Each line has a label, marbles from the tenth column, and optionally code after at least two spaces. Spaces before
// the marbles are ticks before the line starts. Spaces before the code are ignored in comparisons of diagrams.

/// An error in a diagram.
struct DiagramError: Error, CustomStringConvertible {
    let description: String
}

/// A line of a diagram.
struct DiagramLine: Hashable, Sendable {
    /// The width of the label column.
    static let margin = 9

    /// The labels of output lines.
    static let outputs: Set<String> = ["result", "later", "printed"]

    let label: String

    /// The number of ticks before the line starts.
    let start: Int

    /// The marbles, or the legend of a `where` line.
    let text: String

    /// The code that produces the line, on a `result` line or on a `printed` line without a `result` line.
    let code: String?

    init(_ line: String) throws {
        label = String(line.prefix { $0 != " " })
        let rest = line.dropFirst(Self.margin)
        guard label.allSatisfy({ $0.isLowercase }), label.count < Self.margin - 1, !rest.isEmpty,
            line.dropFirst(label.count).prefix(Self.margin - label.count).allSatisfy({ $0 == " " })
        else {
            throw DiagramError(
                description: "expected a lowercase label and text from column \(Self.margin + 1): \(line)")
        }
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
            throw DiagramError(
                description: "code is allowed only on result and printed lines, after two spaces: \(line)")
        }
        _ = try marks
    }

    /// The marbles with their ticks relative to the start of the line.
    var marks: [MarbleScanner.Mark] {
        get throws { try MarbleScanner.scan(text, ends: .completed, .error, .dispose) }
    }

    /// The length of the line in ticks.
    var length: Int { text.replacing(/\(.*?\)/, with: "-").count }

    /// Returns the tick of the first of the given symbols in test time, or `nil` if the line does not contain them.
    func tick(of symbols: MarbleSymbol...) throws -> Int? {
        try marks.first { mark in symbols.contains { $0.rawValue == mark.character } }.map { start + $0.tick }
    }

    /// The marbles without `!`, as emitted by a source.
    var sent: String {
        text.hasSuffix("!") ? text.dropLast() + "-" : text.filter { $0 != "!" }
    }

    /// The marbles in test time.
    var shifted: String { String(repeating: "-", count: start) + text }

    /// Returns the values of the characters.
    func values<Value: LosslessStringConvertible>(legend: [Character: String]) throws -> [Character: Value] {
        var values: [Character: Value] = [:]
        for mark in try marks where MarbleSymbol(rawValue: mark.character) == nil {
            let text = legend[mark.character] ?? String(mark.character)
            guard let value = Value(text) else {
                throw DiagramError(description: "invalid \(Value.self) in \(label): '\(text)'")
            }
            values[mark.character] = value
        }
        return values
    }
}

/// A diagram in a code block.
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
            throw DiagramError(description: "the legend does not match the marbles:\n" + lines.joined(separator: "\n"))
        }
    }

    /// Returns the executable diagrams, one for each line with code.
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

    /// The values of characters that do not represent themselves.
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

/// A line of code on the page with its inputs and expected outputs.
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

    /// Returns the lines with a label.
    func lines(_ label: String) -> [DiagramLine] { (inputs + outputs).filter { $0.label == label } }
}
