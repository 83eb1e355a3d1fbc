import Dispatch
import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of leaks on real schedulers.
@Suite struct LedgerRealTimeTests {
    private let ledger = Ledger()

    /// Expects that the ledger is closed only when a closure has run.
    private func expectClosed(
        after end: () -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        #expect(await ledger.waitUntilClosed(timeout: .milliseconds(1)) == false, sourceLocation: sourceLocation)
        end()
        #expect(await ledger.waitUntilClosed(), sourceLocation: sourceLocation)
        #expect(ledger.leakReport == nil, sourceLocation: sourceLocation)
    }

    @Test func reportsTimerOfOperator() {
        let line: UInt = #line + 3
        let scheduler = SerialDispatchQueueScheduler(label: "leaky")
        let subscription = ledger.watch {
            Observable.timer(.seconds(3_600), scheduler: scheduler).subscribe()
        }
        #expect(
            ledger.leakReport == """
                1 subscription is open:
                    subscribe at RillTestingTests/LedgerRealTimeTests.swift:\(line)
                1 timer is pending:
                    due after 3600.000 s on leaky
                """)
        subscription.dispose()
        #expect(ledger.leakReport == nil)
    }

    @Test func reportsWorkOfWatchedScheduler() async {
        let scheduler = ledger.watching(SerialDispatchQueueScheduler(label: "leaky"))
        let late = scheduler.schedule(after: .seconds(3_600)) {}
        _ = scheduler.schedule {}
        await expectClosed { late.dispose() }
    }

    @Test func workOfUnwatchedSchedulerIsNotALeak() {
        let work = ledger.watch { SerialDispatchQueueScheduler().schedule(after: .seconds(3_600)) {} }
        #expect(ledger.leakReport == nil)
        work.dispose()
    }

    @Test func waitsForSubscriptionThatEndsOnAnotherThread() async {
        let gate = DispatchSemaphore(value: 0)
        ledger.watch {
            let stream = Observable.of(1).observeOn(SerialDispatchQueueScheduler())
            _ = stream.subscribe(onNext: { _ in gate.wait() })
        }
        await expectClosed { gate.signal() }
    }

    @Test(arguments: ["completion", "error", "disposal"])
    func waitsForClosureOnAnotherThread(closure: String) async {
        let gate = DispatchSemaphore(value: 0)
        let start = AsyncStream.makeStream(of: Void.self)
        let block: @Sendable () -> Void = {
            start.continuation.finish()
            gate.wait()
        }
        let subject = PublishSubject<Int>()
        ledger.watch {
            let stream = subject.observeOn(SerialDispatchQueueScheduler())
            _ =
                switch closure {
                case "completion": stream.subscribe(onCompleted: block)
                case "error": stream.subscribe(onError: { _ in block() })
                default: stream.do(onDispose: block).take(1).subscribe()
                }
        }
        switch closure {
        case "completion": subject.onCompleted()
        case "error": subject.onError(TestError())
        default: subject.onNext(1)
        }
        for await _ in start.stream {}
        await expectClosed { gate.signal() }
    }

    @Test func waitsForUndeliveredErrorOnAnotherThread() async {
        let scheduler = SerialDispatchQueueScheduler()
        for _ in 0..<200 {
            let ledger = Ledger()
            let subject = PublishSubject<Int>()
            ledger.watch { _ = subject.observeOn(scheduler).subscribe() }
            subject.onError(TestError())
            #expect(await ledger.waitUntilClosed())
            #expect(ledger.undeliveredErrors.count == 1)
        }
    }

    @Test func waitsForValuesOnAnotherThread() async throws {
        for _ in 0..<200 {
            let ledger = Ledger()
            try await ledger.watch {
                let stream = Observable.of(1, 2).observeOn(SerialDispatchQueueScheduler())
                let values = try await stream.share().collected()
                #expect(values == [1, 2])
            }
            #expect(await ledger.waitUntilClosed())
            #expect(ledger.leakReport == nil)
        }
    }

    @Test func waitsForRunningWorkThatWasDisposed() async {
        let gate = DispatchSemaphore(value: 0)
        let start = AsyncStream.makeStream(of: Void.self)
        let work = ledger.watching(SerialDispatchQueueScheduler()).schedule {
            start.continuation.finish()
            gate.wait()
        }
        for await _ in start.stream {}
        work.dispose()
        await expectClosed { gate.signal() }
    }

    @Test func waitEndsWhenLastSubscriptionIsDisposed() async {
        let subject = PublishSubject<Int>()
        let subscriptions = ledger.watch { [subject.subscribe(), subject.subscribe()] }
        async let isClosed = ledger.waitUntilClosed()
        for subscription in subscriptions { subscription.dispose() }
        #expect(await isClosed)
    }

    @Test func expectationWaitsForRealSchedulers() async {
        await expectNoLeaks(within: .seconds(5)) {
            _ = Observable.of(1, 2).delay(.milliseconds(1), scheduler: SerialDispatchQueueScheduler()).subscribe()
        }
    }

    @Test func expectationReportsLeakOnRealScheduler() async {
        let subject = PublishSubject<Int>()
        await withKnownIssue {
            await expectNoLeaks(within: .milliseconds(1)) { _ = subject.subscribe() }
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("1 subscription is open:") == true
        }
    }
}
