import RillSwiftTesting
import RillTesting
import Testing

@testable import Rill

/// `lift`, which the layers above use where a chain of operators costs too much.
@Suite struct LiftTests {
    struct Problem: Error, Equatable {}
    let kit = TestKit()

    /// Counts: emits how many values there were, and turns every error into a `Problem`.
    private func count(_ source: some ObservableConvertible<String>) -> Observable<Int> {
        let count = Gathered(0)
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
    func sendsWhatTheClosureSends(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { count(source) }, result, values: ["0": 0, "2": 2])
    }

    @Test func endsWithWhatTheClosureThrows() {
        let source = kit.hot("-1#")
        let recording = kit.record { count(source) }
        #expect(recording.values.isEmpty)
        #expect(recording.error is Problem)
    }

    @Test func stepsStandInTheTrace() {
        let trace = Gathered("")
        let subscription = count(Observable<String>.error(Problem())).subscribe(
            onError: { _ in trace.value = "\(ErrorTrace.current.map { "\($0)" } ?? "")" })
        subscription.dispose()
        #expect(trace.value.contains("count"))
    }

    @Test func disposedEarlyItLeavesTheSource() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record(disposedAt: 5) { count(source) }, "-----", values: [:])
        expectSubscriptions(source, "^----!")
    }
}

/// A value that closures of one thread share.
private final class Gathered<Value: Sendable>: @unchecked Sendable {  // touched by one thread
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
