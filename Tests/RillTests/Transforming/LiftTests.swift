import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of `lift`, which the HTTP modules use in place of operator chains in performance-critical code.
@Suite struct LiftTests {
    struct Problem: Error, Equatable {}
    let kit = TestKit()

    /// Counts elements: emits the count on completion, and fails with `Problem` on any error.
    private func count(_ source: some ObservableConvertible<String>) -> Observable<Int> {
        let count = Box(0)
        return source.lift("count") { event, observer in
            switch event {
            case .next: count.value += 1
            case .error: throw Problem()
            case .completed:
                observer.onNext(count.value)
                if !observer.isDisposed { observer.onCompleted() }
            }
        }
    }

    @Test(arguments: [("----", "----"), ("-1-2|", "----(2|)"), ("|", "(0|)")])
    func emitsEventsSentByTheClosure(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { count(source) }, result, values: ["0": 0, "2": 2])
    }

    @Test func failsWithTheErrorOfTheClosure() {
        let source = kit.hot("-1#")
        let recording = kit.record { count(source) }
        #expect(recording.values.isEmpty)
        #expect(recording.error is Problem)
    }

    @Test func errorTraceContainsTheName() {
        let trace = Box("")
        let subscription = count(Observable<String>.error(Problem())).subscribe(
            onError: { _ in trace.value = "\(ErrorTrace.current.map { "\($0)" } ?? "")" })
        subscription.dispose()
        #expect(trace.value.contains("count"))
    }

    @Test func disposalReachesTheSource() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record(disposedAt: 5) { count(source) }, "-----", values: [:])
        expectSubscriptions(source, "^----!")
    }
}

/// A mutable value that is shared by closures on one thread.
private final class Box<Value: Sendable>: @unchecked Sendable {  // used by one thread
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
