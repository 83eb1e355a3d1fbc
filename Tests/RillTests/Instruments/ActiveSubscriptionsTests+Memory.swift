import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Memory, removed records, and other threads.
extension ActiveSubscriptionsTests {
    @Test func doesNotKeepStreamsInMemory() {
        weak var source: PublishSubject<Int>?
        registry.watch {
            let subject = PublishSubject<Int>()
            source = subject
            _ = subject.observeOn(kit.scheduler).subscribe()
        }
        #expect(source == nil && registry.isEmpty)
    }

    @Test func doesNotKeepSchedulersInMemory() {
        weak var scheduler: TestScheduler?
        registry.watch {
            let unused = TestScheduler()
            scheduler = unused
            _ = Observable.timer(.seconds(1), scheduler: unused).subscribe()
            expectEntries(\.kind, [.subscription, .timer])
        }
        #expect(scheduler == nil && registry.isEmpty)
    }

    @Test func doesNotKeepHandlersInMemory() {
        final class Owner: Sendable {}
        weak var owner: Owner?
        registry.watch {
            let captured = Owner()
            owner = captured
            UndeliveredErrors.withHandler({ _ in withExtendedLifetime(captured) {} }) {
                PublishSubject<Int>().subscribe().dispose()
            }
        }
        #expect(owner == nil)
    }

    @Test func recordsOfEndedSubscriptionsAreRemoved() {
        registry.watch { for number in 0..<1_000 { _ = Observable.just(number).subscribe() } }
        #expect(registry.recordCount == 0)
        let subject = PublishSubject<Int>()
        var subscriptions = registry.watch { (0..<1_000).map { _ in subject.subscribe() } }
        for subscription in subscriptions { subscription.dispose() }
        #expect(registry.isEmpty)
        subscriptions = []
        #expect(registry.recordCount == 0)
    }

    @Test func entriesRemainInOrderAfterRemoval() {
        let subject = PublishSubject<Int>()
        let lines: [UInt] = [1, 2, 3, 4]
        var subscriptions = registry.watch { lines.map { subject.subscribe(line: $0) } }
        subscriptions.removeFirst().dispose()
        expectEntries(\.line, [2, 3, 4])
        for subscription in subscriptions { subscription.dispose() }
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        /// Runs in a separate process, because the other tests would share the registry.
        @Test func registryOfProcessListsOtherThreads() async {
            await #expect(processExitsWith: .success) {
                ActiveSubscriptions.enable()
                let subject = PublishSubject<Int>()
                let subscription = Mutex<Disposable?>(nil)
                #expect(await onThreads([{ subscription.withLock { $0 = subject.subscribe(line: 17) } }]))
                subject.onNext(1)
                #expect(ActiveSubscriptions.shared.entries.map(\.line) == [17])
                #expect(ActiveSubscriptions.shared.entries.map(\.elementCount) == [1])
                subscription.withLock { $0 }?.dispose()
                #expect(ActiveSubscriptions.shared.isEmpty)
                ActiveSubscriptions.disable()
                let unlisted = subject.subscribe()
                #expect(ActiveSubscriptions.shared.isEmpty)
                unlisted.dispose()
            }
        }
    #endif

    @Test func entriesCanBeReadWhileOtherThreadsSubscribeAndDispose() async {
        let isDone = Atomic(0)
        let registry = ActiveSubscriptions()
        let churn: @Sendable () -> Void = {
            registry.watch {
                for number in 0..<2_000 {
                    let subject = PublishSubject<Int>()
                    let stream = subject.observeOn(ImmediateScheduler.shared, bufferSize: 4)
                        .timeout(.seconds(60), scheduler: ConcurrentDispatchQueueScheduler())
                    let subscription = stream.subscribe()
                    subject.onNext(number)
                    subscription.dispose()
                }
            }
            isDone.add(1, ordering: .relaxed)
        }
        let finished = await onThreads([
            churn, churn, churn,
            {
                while isDone.load(ordering: .relaxed) < 3 {
                    for entry in registry.entries { precondition(entry.elementCount <= 1) }
                    _ = "\(registry)"
                }
            },
        ])
        #expect(finished)
        #expect(registry.isEmpty && registry.entries.isEmpty)
    }
}
