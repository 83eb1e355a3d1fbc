import Rill
import Testing

/// One operator as the contract suite knows it: how to build it, and what it makes of the values 1, 2, 3.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// The method's name, as it stands in the sources.
    let name: String

    /// What tells this case from others of the same operator.
    var variant = ""

    /// What comes out of 1, 2, 3, completed.
    let output: [Int]

    /// What comes out after the source's error at the start, besides the error; nil if the error does not come out.
    var recovers: [Int]?

    /// Whether a never-ending source keeps the result from ending.
    var endsBySource = true

    /// Whether events pass on the thread that sends them.
    var isSynchronous = true

    /// Puts the operator on a source.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    /// The same with a closure that throws `TestError`; nil if it has no closure.
    var buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    var testDescription: String { variant.isEmpty ? name : "\(name) \(variant)" }
}

extension OperatorCase {
    /// Every operator that has a source.
    static let all: [OperatorCase] = transforming + filtering + combining + recovering + timing + watching
}
