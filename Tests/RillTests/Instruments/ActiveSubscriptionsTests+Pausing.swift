import Testing

@testable import Rill

/// Pauses of operators and subscribers without a bounded buffer.
extension ActiveSubscriptionsTests {
    @Test func listsPausesAndQueueOfFlatMapWithLimit() throws {
        let inner = PublishSubject<Int>()
        let pausing = registry.watch {
            Observable.from(0..<100).flatMap(maxConcurrent: 1) { _ in Observable<Int>.never() }.subscribe()
        }
        expectEntries(\.isPaused, [true])
        expectEntries(\.bufferedCount, [0])
        pausing.dispose()
        let source = PublishSubject<Int>()
        let queueing = registry.watch { source.flatMap(maxConcurrent: 2) { _ in inner.asObservable() }.subscribe() }
        source.onNext(0)
        expectEntries(\.isPaused, [false])
        for number in 1..<5 { source.onNext(number) }
        expectEntries(\.isPaused, [true])
        expectEntries(\.bufferedCount, [3])
        queueing.dispose()
        let unlimited = registry.watch { source.flatMap { _ in inner.asObservable() }.subscribe() }
        for number in 0..<5 { source.onNext(number) }
        expectEntries(\.isPaused, [false])
        unlimited.dispose()
    }

    @Test func listsPauseAndBufferOfValues() async throws {
        let source = BehaviorSubject(0)
        var iterator = registry.watch { source.values.makeAsyncIterator() }
        expectEntries(\.isPaused, [false])
        #expect(try await iterator.next() == 0)
        expectEntries(\.isPaused, [true])
        for number in 1..<3 { source.onNext(number) }
        expectEntries(\.bufferedCount, [2])
        #expect(try await iterator.next() == 1)
        expectEntries(\.bufferedCount, [1])
        withExtendedLifetime(iterator) {}
    }

    @Test func listsPauseBySubscriber() {
        let source = PublishSubject<Int>()
        let subscription = registry.watch { PausableSubscription(source.asObservable(), "reader") { _ in } }
        subscription.open()
        expectEntries(\.isPaused, [false])
        subscription.pause()
        expectEntries(\.isPaused, [true])
        subscription.open()
        expectEntries(\.isPaused, [false])
        subscription.dispose()
        #expect(registry.isEmpty)
    }
}
