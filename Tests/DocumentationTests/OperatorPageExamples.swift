import Foundation
import Rill
import RillTesting

/// An input whose values are digits.
typealias Numbers = Observable<Int>

/// An input whose values are characters.
typealias Letters = Observable<String>

/// Code of the page, and the same code, compiled.
struct Example: Sendable {
    /// The code as it stands in the closure that runs it: there is no second copy.
    let code: String

    /// The names of the inputs that it uses, in the order of the closure's parameters.
    let inputs: [String]

    /// Where it stands.
    let place: String

    /// Runs it, and tells the stage what has come out.
    let perform: @Sendable (Stage) async throws -> Void

    /// Reads the code of a closure: a line with the parameters, one with the code, and a brace.
    fileprivate init(_ file: String, _ line: Int, _ perform: @escaping @Sendable (Stage) async throws -> Void) {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(line - 1).prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }
        place = "\(URL(filePath: file).lastPathComponent):\(line)"
        self.perform = perform
        guard lines.count == 3, let head = lines[0].wholeMatch(of: /[\w.]+ \{(?: \((.*)\) in)?/), lines[2] == "}" else {
            (code, inputs) = ("", [])
            return
        }
        code = lines[1]
        inputs = (head.1 ?? "").matches(of: /(\w+): (?:Numbers|Letters)/).map { String($0.1) }
    }
}

/// The code of all diagrams.
struct OperatorPageExamples: Sendable {
    private(set) var all: [Example] = []

    /// What is registered, by the code.
    static let byCode: [String: Example] = {
        Dictionary(registered.all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    static let registered: OperatorPageExamples = {
        var examples = OperatorPageExamples()
        examples.addCreating()
        examples.addTransforming()
        examples.addFiltering()
        examples.addCombining()
        examples.addRecovering()
        examples.addTiming()
        examples.addSharing()
        examples.addConsuming()
        return examples
    }()

    /// Registers code that makes a stream, in virtual time.
    mutating func draw<each Input: Prop, Stream: ObservableConvertible>(
        file: String = #filePath, line: Int = #line,
        _ make: @escaping @Sendable (repeat each Input) throws -> Stream
    ) {
        all.append(
            Example(file, line) { stage in
                try stage.play(make(repeat (each Input).take(from: stage)))
            })
    }

    /// Registers code that makes a stream whose events come from tasks, which know no virtual time: all in one tick.
    mutating func drawTask<each Input: Prop, Stream: ObservableConvertible>(
        file: String = #filePath, line: Int = #line,
        _ make: @escaping @Sendable (repeat each Input) throws -> Stream
    ) {
        all.append(
            Example(file, line) { stage in
                try await stage.collect(make(repeat (each Input).take(from: stage)))
            })
    }

    /// Registers code that takes a stream at its end; what it returns has come in the first tick.
    mutating func call<each Input: Prop, Result>(
        file: String = #filePath, line: Int = #line,
        _ work: @escaping @Sendable (repeat each Input) async throws -> Result
    ) {
        all.append(
            Example(file, line) { stage in
                try await stage.finish(work(repeat (each Input).take(from: stage)))
            })
    }
}
