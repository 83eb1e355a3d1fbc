import Rill
import Testing

/// An operator in the contract tests: how to build it, and its output for a source of 1, 2, and 3.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// The name of the method in the sources.
    let name: String

    let testDescription: String

    /// The output for a source that emits 1, 2, and 3 and completes.
    let output: [Int]

    /// The output if the source fails immediately and the operator recovers, or `nil` if the operator forwards the
    /// error.
    let recovers: [Int]?

    /// Whether the result terminates only when its source terminates.
    let endsBySource: Bool

    /// Whether events are delivered on the thread that sends them.
    let isSynchronous: Bool

    /// Whether an error of the source is delivered before the results of preceding elements, which depend on timing.
    let failsImmediately: Bool

    /// Applies the operator to a source.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    /// Applies the operator with a closure that throws `TestError`, or `nil` if the operator takes no closure.
    let buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    /// - Parameter description: The name of the method, followed by a text that distinguishes its cases, if any.
    init(
        _ description: String, _ output: [Int], recovers: [Int]? = nil, endsBySource: Bool = true,
        isSynchronous: Bool = true, failsImmediately: Bool = false,
        _ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>,
        throwing buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)? = nil
    ) {
        name = String(description.prefix { $0 != " " })
        testDescription = description
        self.output = output
        self.recovers = recovers
        self.endsBySource = endsBySource
        self.isSynchronous = isSynchronous
        self.failsImmediately = failsImmediately
        self.build = build
        self.buildThrowing = buildThrowing
    }
}

extension OperatorCase {
    /// All operators that have a source.
    static let all: [OperatorCase] =
        transforming + filtering + combining + recovering + repetition + timing + watching

    /// The operators whose events before an error depend only on the events of the source.
    static let failingInOrder = all.filter { !$0.failsImmediately }
}
