import Rill
import Testing

/// An operator in the contract tests: how to build it, and its output for the elements 1, 2, 3.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// The name of the method in the sources.
    let name: String

    /// Distinguishes several cases of the same operator.
    var variant = ""

    /// The output for the elements 1, 2, 3 and completion.
    let output: [Int]

    /// The output if the source fails immediately and the operator recovers; `nil` if the error is forwarded.
    var recovers: [Int]?

    /// Whether the result can only terminate with its source.
    var endsBySource = true

    /// Whether events are delivered on the thread that sends them.
    var isSynchronous = true

    /// Whether an error of the source is delivered before the results of preceding elements, which depend on timing.
    var failsImmediately = false

    /// Applies the operator to a source.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    /// Applies the operator with a closure that throws `TestError`; `nil` if the operator takes no closure.
    var buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    var testDescription: String { variant.isEmpty ? name : "\(name) \(variant)" }
}

extension OperatorCase {
    /// All operators that have a source.
    static let all: [OperatorCase] =
        transforming + filtering + combining + recovering + repetition + timing + watching

    /// The operators whose events up to an error depend only on the events of the source.
    static let failingInOrder = all.filter { !$0.failsImmediately }
}
