import Dispatch
import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct LedgerTests {
    let ledger = Ledger()

    @Test func newLedgerReportsNoLeaks() {
        #expect(ledger.leakReport == nil)
        #expect(ledger.entries.isEmpty)
    }

    @Test func reportsOpenSubscriptionsWithCallSites() {
        let subject = PublishSubject<Int>()
        let line: UInt = #line
        let kept = ledger.watch {
            let kit = TestKit()
            let ticks = Observable.interval(.seconds(2), scheduler: kit.scheduler)
            _ = ticks.subscribe()
            _ = subject.subscribe(onNext: { _ in })
            return kit
        }
        #expect(
            ledger.leakReport == """
                2 subscriptions are open:
                    subscribe at RillTestingTests/LedgerTests.swift:\(line + 4)
                    subscribe at RillTestingTests/LedgerTests.swift:\(line + 5)
                1 timer is pending:
                    due at tick 2
                """)
        withExtendedLifetime(kept) {}
    }

    @Test func reportsTimersOfSchedulerOfAnotherTest() {
        let scheduler = TestScheduler()
        let subscription = ledger.watch { Observable.timer(.seconds(2), scheduler: scheduler).subscribe() }
        #expect(ledger.entries.map(\.kind) == [.subscription, .timer])
        #expect(ledger.entries.last?.description == "due after 2.000 s on TestScheduler")
        let watched = ledger.watching(scheduler)
        #expect(watched as? TestScheduler === scheduler)
        #expect(ledger.entries.map(\.kind) == [.subscription, .timer])
        #expect(ledger.entries.last?.description == "due at tick 2")
        subscription.dispose()
        #expect(ledger.leakReport == nil)
    }

    @Test func terminatedSubscriptionsAreNotOpen() throws {
        try ledger.watch {
            let kit = TestKit()
            let subject = PublishSubject<Int>()
            let manual = subject.subscribe()
            let completed = Observable.just(1).subscribe()
            let failed = Observable<Int>.error(TestError()).subscribe(onError: { _ in })
            let timed = Observable.timer(.seconds(1), scheduler: kit.scheduler).subscribe()
            #expect(ledger.entries.count == 3)
            manual.dispose()
            try kit.scheduler.run()
            #expect(ledger.leakReport == nil)
            for subscription in [completed, failed, timed] { #expect(subscription.isDisposed) }
        }
    }

    @Test func recordsAllSubscribeMethods() async throws {
        final class Owner: Sendable {}
        let owner = Owner()
        let subject = PublishSubject<Int>()
        var subscriptions: [Disposable] = []
        ledger.watch {
            subscriptions = [
                subject.subscribe(onNext: { _ in }), subject.subscribe { (_: Event<Int>) in },
                subject.subscribe(with: owner, onNext: { _, _ in }), subject.share().subscribe(),
                subject.subscribe(on: MainActor.shared),
            ]
        }
        let operators = ledger.entries.map { $0.description.prefix { $0 != " " } }
        #expect(operators == ["subscribe", "subscribe", "subscribe", "subscribe", "share", "subscribe"])
        for subscription in subscriptions { subscription.dispose() }
        #expect(ledger.leakReport == nil)
        try await ledger.watch {
            _ = try await Observable.just(1).firstValue()
            _ = try await Observable.of(1, 2).collected()
            for try await _ in Observable.of(1, 2).values { break }
            _ = try Observable.just(1).wait(timeout: .seconds(1))
        }
        #expect(ledger.leakReport == nil)
    }

    @Test func recordsAwaitedFirstValue() async throws {
        let subscribed = AsyncStream<Void>.makeStream()
        let task = Task {
            try await ledger.watch {
                let source = Observable<Int>.never().do(onSubscribe: { subscribed.continuation.finish() })
                return try await source.firstValue()
            }
        }
        for await _ in subscribed.stream {}
        #expect(ledger.entries.map { $0.description.prefix { $0 != " " } } == ["firstValue"])
        task.cancel()
        _ = await task.result
        #expect(ledger.leakReport == nil)
    }

    @Test func innerSubscriptionsAreNotSeparateEntries() {
        // Inner subscriptions belong to the outer subscription and have no separate entries.
        let subscription = ledger.watch {
            Observable.merge(.never(), .never()).flatMap { (_: Int) in Observable<Int>.never() }.subscribe()
        }
        #expect(ledger.entries.count == 1)
        subscription.dispose()
        #expect(ledger.retained.isEmpty)
    }

    @Test func diagramSourcesAreNotTimers() {
        ledger.watch {
            let kit = TestKit()
            let hot = kit.hot("-1-2-3|")
            _ = kit.cold("-1-2").take(1).subscribe()
            #expect(ledger.entries.map(\.kind) == [.subscription])
            withExtendedLifetime(hot) {}
        }
    }

    @Test func recordsUndeliveredErrors() {
        ledger.watch { _ = Observable<Int>.error(TestError("lost")).subscribe() }
        #expect(ledger.undeliveredErrors as? [TestError] == [TestError("lost")])
        #expect(
            ledger.leakReport == """
                1 error was not delivered:
                    \(TestError("lost"))
                """)
    }

    @Test func longReportsAreTruncated() throws {
        ledger.watch { for _ in 0..<23 { _ = Observable<Int>.never().subscribe() } }
        // Subscriptions to an unreachable source have ended.
        #expect(ledger.leakReport == nil)
        let subject = PublishSubject<Int>()
        ledger.watch { for _ in 0..<23 { _ = subject.subscribe() } }
        let text = try #require(ledger.leakReport)
        #expect(text.hasPrefix("23 subscriptions are open:\n"))
        #expect(text.hasSuffix("\n    … and 3 more"))
        #expect(text.split(separator: "\n").count == 22)
    }

    @Test func reportsEndedSubscriptionsThatAreRetained() {
        let kept = ObserverBox()
        let line: UInt = #line + 2
        ledger.watch {
            let retaining = Observable<Int>.create { observer in
                kept.observer = observer
                return .none
            }
            retaining.take(1).subscribe().dispose()
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.map(\.description) == ["subscribe at RillTestingTests/LedgerTests.swift:\(line + 4)"])
        kept.observer = nil
        #expect(ledger.retained.isEmpty)
    }

    @Test func endedSubscriptionsAreNotRetained() {
        ledger.watch { for number in 0..<100_000 { _ = Observable.just(number).subscribe() } }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }

    @Test func ledgersInParallelTasksAreIndependent() async {
        let subject = PublishSubject<Int>()
        await withTaskGroup { group in
            for count in 1...8 {
                group.addTask {
                    let ledger = Ledger()
                    let subscriptions = ledger.watch { (0..<count).map { _ in subject.subscribe() } }
                    #expect(ledger.entries.count == count)
                    for subscription in subscriptions { subscription.dispose() }
                    #expect(ledger.leakReport == nil)
                }
            }
        }
    }

    @Test func innerLedgerRecordsInsteadOfOuter() {
        let inner = Ledger()
        let subject = PublishSubject<Int>()
        ledger.watch {
            _ = subject.subscribe()
            inner.watch { _ = subject.subscribe() }
        }
        #expect(ledger.entries.count == 1)
        #expect(inner.entries.count == 1)
    }
}

private final class ObserverBox: @unchecked Sendable {  // used by one thread
    var observer: Observer<Int>?
}
