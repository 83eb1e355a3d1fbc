import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct TransformRestTests {
    private struct Failure: Error {}

    /// Multiplies the elements after a 0 by ten.
    private static func transformed(_ source: Observable<Int>) -> Observable<Int> {
        source.transformRest { element in
            if element < 0 { throw Failure() }
            return element == 0 ? (100, { $0.concatMap { .just($0 * 10) } }) : nil
        }
    }

    private func nested(_ stream: Observable<Int>, _ depth: Int) -> Observable<Int> {
        (0..<depth).reduce(stream) { inner, _ in .concat(inner, .empty()) }
    }

    @Test(arguments: [
        ([], []), ([1, 2], [1, 2]), ([1, 0, 2, 3], [1, 100, 20, 30]), ([0], [100]), ([0, 0, -1], [100, 0, -10]),
    ])
    func transformsElementsAfterTheSelectedOne(_ source: [Int], _ result: [Int]) {
        let recorder = Recorder(Self.transformed(.from(source)))
        #expect(recorder.events == .completed(result))
    }

    @Test(arguments: [[], [1], [1, 0], [0, 1]])
    func forwardsErrorOfSource(_ elements: [Int]) {
        let recorder = Recorder(Self.transformed(.from(elements).concat(.error(Failure()))))
        #expect(recorder.values.count == elements.count && recorder.error is Failure)
    }

    @Test func errorOfClosureStopsSource() {
        let log = Log<String>()
        let source = Observable.from([1, -1, 2]).concat(.never()).do(onDispose: { log.append("disposed") })
        let recorder = Recorder(Self.transformed(source))
        #expect(recorder.events == .failed([1], Failure()))
        #expect(log.entries == ["disposed"])
    }

    /// Rule 1.2.
    @Test(arguments: [[-1, 1, -1], [0, 1]])
    func ignoresElementsAfterTheEnd(_ elements: [Int]) {
        let source = Observable<Int> { observer in
            for element in elements { observer.send(.next(element)) }
            observer.send(.completed)
            for element in elements { observer.send(.next(element)) }
            observer.send(.completed)
        }
        let log = Log<Event<Int>>()
        let subscription = PausableSubscription(Self.transformed(source), "test", checksEvents: false) {
            log.append($0)
        }
        subscription.open()
        #expect(log.entries.filter(\.isTerminal).count == 1 && log.entries.last?.isTerminal == true)
    }

    /// At some depths, the operators subscribe after the source has continued (rule 1.8).
    @Test(arguments: [0, 8, 14, 16, 20, 26, 31, 40])
    func sourceDoesNotRunAheadOfNestedOperators(_ depth: Int) {
        let consumed = Log<Int>()
        let source = Observable<Int>.from(0..<1_000).do(onNext: { consumed.append($0) })
        #expect(Recorder(nested(Self.transformed(source), depth).take(3)).values == [100, 10, 20])
        // The nested operators queue up to 64 events.
        #expect(consumed.entries.count <= 3 + 64)
        let all = Recorder(nested(Self.transformed(.from(0..<1_000)), depth))
        #expect(all.events == .completed([100] + (1..<1_000).map { $0 * 10 }))
    }

    @Test(arguments: [0, 20])
    func nestedOperatorsReceiveAllElementsOfSourceWithoutBackPressure(_ depth: Int) {
        let source = Observable<Int>.create { observer in
            for element in 0..<100 { observer.onNext(element) }
            observer.onCompleted()
            return Disposable {}
        }
        let recorder = Recorder(nested(Self.transformed(source), depth))
        #expect(recorder.events == .completed([100] + (1..<100).map { $0 * 10 }))
    }

    /// Rules 5.1 and 5.2.
    @Test func pauseReachesSource() {
        let consumed = Log<Int>()
        let source = Observable<Int>.from([5, 0, 1, 2, 3]).do(onNext: { consumed.append($0) })
        let log = Log<Event<Int>>()
        let paused = SerialState<PausableSubscription<Int>?>(nil)
        let subscription = PausableSubscription(Self.transformed(source), "test") { event in
            log.append(event)
            paused.value?.pause()
        }
        paused.value = subscription
        for count in 1...5 {
            subscription.open()
            #expect(log.entries.compactMap(\.element).count == count && consumed.entries.count == count)
        }
        #expect(log.entries.compactMap(\.element) == [5, 100, 10, 20, 30] && log.entries.last?.isTerminal == true)
        paused.value = nil
    }

    private final class Token: Sendable {}

    /// Rule 3.4 for `concat`, which keeps its source: the rest of the stream.
    @Test(
        arguments: [.empty(), .error(Failure()), .never(), .of(2, -1)] as [Observable<Int>], [0, 20])
    func releasesOperatorsThatKeepTheirSource(_ end: Observable<Int>, _ depth: Int) {
        let reference = WeakReference<Token>()
        do {
            let token = Token()
            reference.value = token
            let transformed = Observable.of(0, 1).concat(end).transformRest { element in
                if element < 0 { throw Failure() }
                return (100, { $0.concat(.empty()).do(onNext: { _ in withExtendedLifetime(token) {} }) })
            }
            let (recorder, subscription) = nested(transformed, depth).record()
            #expect(recorder.values.prefix(2) == [100, 1])
            subscription.dispose()
        }
        #expect(reference.value == nil)
    }

    /// Rule 3.5.
    @Test func unreferencedSubscriptionReleasesOperatorsThatKeepTheirSource() {
        let reference = WeakReference<Token>()
        do {
            let token = Token()
            reference.value = token
            let subject = PublishSubject<Int>()
            let transformed = subject.asObservable().transformRest { _ in
                (100, { $0.concat(.empty()).do(onNext: { _ in withExtendedLifetime(token) {} }) })
            }
            let (recorder, subscription) = transformed.record()
            subject.onNext(0)
            subject.onNext(1)
            #expect(recorder.values == [100, 1])
            withExtendedLifetime(subscription) {}
        }
        #expect(reference.value == nil)
    }

    @Test func sourceIsReleasedBeforeTheSourceThatFollows() {
        let log = Log<String>()
        let source = Observable.of(1, 2).do(onDispose: { log.append("released") })
        let other = Observable.just(3).do(onSubscribe: { log.append("subscribed") })
        _ = source.transformRest { element in (element, { $0.concat(other) }) }
            .subscribe(onNext: { log.append("\($0)") })
        #expect(log.entries == ["1", "2", "released", "subscribed", "3"])
    }
}
