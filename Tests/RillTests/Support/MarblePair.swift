import RillSwiftTesting
import Testing

@testable import Rill

/// A row of a table of marble diagrams of an operator with two sources.
struct MarblePair: Sendable, CustomTestStringConvertible {
    private let name: String
    private let sources: [String]
    private let result: String
    private let subscriptions: [[String]?]
    private let values: [Character: String]
    private let error: TestError
    private let disposedAt: Int?

    /// - Parameters:
    ///   - name: What the row shows.
    ///   - first: The diagram of the first source, which is hot.
    ///   - second: The diagram of the second source.
    ///   - result: The expected events.
    ///   - subscriptions: The expected subscriptions to the first and the second source, or `nil` for any.
    ///   - values: The elements of the result.
    ///   - error: The error of `#`.
    ///   - disposedAt: The tick at which the subscription is disposed.
    init(
        _ name: String, _ first: String, _ second: String, _ result: String,
        _ subscriptions: ([String]?, [String]?) = (nil, nil), values: [Character: String] = [:],
        error: TestError = TestError(), disposedAt: Int? = nil
    ) {
        self.name = name
        sources = [first, second]
        self.result = result
        self.subscriptions = [subscriptions.0, subscriptions.1]
        self.values = values
        self.error = error
        self.disposedAt = disposedAt
    }

    var testDescription: String { "\(name): \(sources[0]) with \(sources[1]) is \(result)" }

    /// Compares the events of an operator, and the subscriptions to its sources, with the diagrams.
    func check(
        secondIsCold: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
        _ build: (TestableObservable<String>, TestableObservable<String>) -> Observable<String>
    ) {
        let kit = TestKit()
        let first = kit.hot(sources[0], error: error)
        let second = secondIsCold ? kit.cold(sources[1], error: error) : kit.hot(sources[1], error: error)
        let recording = kit.record(disposedAt: disposedAt) { build(first, second) }
        expectMarbles(recording, result, values: values, error: error, sourceLocation: sourceLocation)
        for (source, diagrams) in zip([first, second], subscriptions) {
            guard let diagrams else { continue }
            #expect(source.subscriptionDifference(from: diagrams) == nil, sourceLocation: sourceLocation)
        }
    }
}
