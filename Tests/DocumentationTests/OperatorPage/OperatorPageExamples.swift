import Foundation
import Rill
import RillTesting

/// An input with integer elements.
typealias Numbers = Observable<Int>

/// An input with string elements.
typealias Letters = Observable<String>

/// The source text of an example, and the compiled example.
struct Example: Sendable {
    /// The source text of the closure body, read from the source file.
    let code: String

    /// The names of the inputs, in the order of the closure's parameters.
    let inputs: [String]

    /// The source location.
    let location: String

    /// Runs the example and reports its output to the stage.
    let perform: @Sendable (Stage) async throws -> Void

    /// Creates an example with the source text of a closure, which has one line for the parameters, one for the code,
    /// and one for the closing brace.
    fileprivate init(_ file: String, _ line: Int, _ perform: @escaping @Sendable (Stage) async throws -> Void) {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(line - 1).prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }
        location = "\(URL(filePath: file).lastPathComponent):\(line)"
        self.perform = perform
        guard lines.count == 3, let head = lines[0].wholeMatch(of: /[\w.]+ \{(?: \((.*)\) in)?/), lines[2] == "}" else {
            (code, inputs) = ("", [])
            return
        }
        code = lines[1]
        inputs = (head.1 ?? "").matches(of: /(\w+): (?:Numbers|Letters|Search)/).map { String($0.1) }
    }
}

/// The examples of all diagrams.
struct OperatorPageExamples: Sendable {
    private(set) var all: [Example] = []

    /// The registered examples, by source text.
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
        examples.addRepeating()
        examples.addTiming()
        examples.addSharing()
        examples.addConsuming()
        return examples
    }()

    /// Registers an example that returns a stream in virtual time.
    mutating func draw<each Input: ExampleParameter, Stream: ObservableConvertible>(
        file: String = #filePath, line: Int = #line,
        _ make: @escaping @Sendable (repeat each Input) throws -> Stream
    ) {
        all.append(
            Example(file, line) { stage in
                try stage.play(make(repeat (each Input).take(from: stage)))
            })
    }

    /// Registers an example that returns a stream with events from tasks.
    ///
    /// Tasks do not use virtual time, so all events have the same tick.
    mutating func drawTask<each Input: ExampleParameter, Stream: ObservableConvertible>(
        file: String = #filePath, line: Int = #line,
        _ make: @escaping @Sendable (repeat each Input) throws -> Stream
    ) {
        all.append(
            Example(file, line) { stage in
                try await stage.collect(make(repeat (each Input).take(from: stage)))
            })
    }

    /// Registers an example that consumes a stream.
    ///
    /// Its result has tick 0.
    mutating func call<each Input: ExampleParameter, Result>(
        file: String = #filePath, line: Int = #line,
        _ work: @escaping @Sendable (repeat each Input) async throws -> Result
    ) {
        all.append(
            Example(file, line) { stage in
                try await stage.finish(work(repeat (each Input).take(from: stage)))
            })
    }
}
