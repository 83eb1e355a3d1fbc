import Rill
import Testing

/// An operator in the contract tests: how to build it, and its output for a source of 1, 2, and 3.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// The name of the method in the sources.
    let name: String

    /// A text that distinguishes several cases of the same operator.
    var variant = ""

    /// The output for a source that emits 1, 2, and 3 and completes.
    let output: [Int]

    /// The output if the source fails immediately and the operator recovers, or `nil` if the operator forwards the
    /// error.
    var recovers: [Int]?

    /// Whether the result terminates only when its source terminates.
    var endsBySource = true

    /// Whether events are delivered on the thread that sends them.
    var isSynchronous = true

    /// Whether an error of the source is delivered before the results of preceding elements, which depend on timing.
    var failsImmediately = false

    /// Applies the operator to a source.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    /// Applies the operator with a closure that throws `TestError`, or `nil` if the operator takes no closure.
    var buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    var testDescription: String { variant.isEmpty ? name : "\(name) \(variant)" }
}

extension OperatorCase {
    /// All operators that have a source.
    static let all: [OperatorCase] =
        transforming + filtering + combining + recovering + repetition + timing + watching

    /// The operators whose events before an error depend only on the events of the source.
    static let failingInOrder = all.filter { !$0.failsImmediately }
}
