import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of the subscriptions and timers that a registry lists.
@Suite struct ActiveSubscriptionsTests {
    let kit = TestKit()
    let registry: ActiveSubscriptions

    init() {
        let scheduler = kit.scheduler
        registry = ActiveSubscriptions(countsElements: true, now: { scheduler.now })
    }

    /// Expects a property of all entries of the registry.
    func expectEntries<Value: Equatable>(
        _ property: (ActiveSubscriptions.Entry) -> Value, _ expected: [Value],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(registry.entries.map(property) == expected, sourceLocation: sourceLocation)
    }

    @Test func newRegistryIsEmpty() {
        #expect(registry.isEmpty && registry.entries.isEmpty)
        #expect("\(registry)" == "no subscriptions are active")
    }

    @Test func listsSubscriptionUntilDisposal() throws {
        let subject = PublishSubject<Int>()
        let line: UInt = #line + 1
        let subscription = registry.watch { subject.subscribe(onNext: { _ in }) }
        subject.onNext(1)
        subject.onNext(2)
        kit.scheduler.advance(by: .seconds(3))
        let entry = try #require(registry.entries.first)
        #expect(registry.entries.count == 1 && !registry.isEmpty)
        #expect(entry.kind == .subscription && entry.name == "subscribe" && entry.file == #fileID && entry.line == line)
        #expect(entry.elementCount == 2 && entry.age == .seconds(3) && entry.bufferedCount == 0 && !entry.isPaused)
        subscription.dispose()
        #expect(registry.isEmpty && registry.entries.isEmpty)
    }

    @Test func endedSubscriptionsAreNotListed() {
        registry.watch {
            _ = Observable.of(1, 2).subscribe()
            _ = Observable<Int>.error(TestError()).subscribe(onError: { _ in })
            // Nothing references the source, so the subscription ends.
            _ = Observable<Int>.never().subscribe()
        }
        #expect(registry.isEmpty)
    }

    @Test func countsElementsOfEverySubscribeMethod() async throws {
        final class Owner: Sendable {}
        let owner = Owner()
        let subject = PublishSubject<Int>()
        let subscriptions = registry.watch {
            [
                subject.subscribe(onNext: { _ in }), subject.subscribe { (_: Event<Int>) in },
                subject.subscribe(with: owner, onNext: { _, _ in }), subject.share().subscribe(),
                subject.subscribe(on: MainActor.shared),
            ]
        }
        subject.onNext(1)
        subject.onNext(2)
        let entries = registry.entries.filter { $0.kind == .subscription }
        #expect(entries.map(\.name) == ["subscribe", "subscribe", "subscribe", "subscribe", "share", "subscribe"])
        // The main actor receives the elements later.
        #expect(entries.dropLast().map(\.elementCount) == [2, 2, 2, 2, 2])
        for subscription in subscriptions { subscription.dispose() }
        #expect(registry.isEmpty)
    }

    @Test func listsTimersAndWorkUntilTheyRun() throws {
        let scheduler = kit.scheduler
        let subscriptions = registry.watch {
            [
                Observable.timer(.seconds(2), scheduler: scheduler).subscribe(),
                Observable.of(1).observeOn(scheduler).subscribe(),
            ]
        }
        expectEntries(\.kind, [.subscription, .timer, .subscription, .work])
        expectEntries(\.delay, [nil, .seconds(2), nil, nil])
        try scheduler.run()
        #expect(registry.isEmpty && subscriptions.allSatisfy(\.isDisposed))
    }

    @Test func removesCanceledTimers() {
        let source = PublishSubject<Int>()
        let subscription = registry.watch { source.debounce(.seconds(2), scheduler: kit.scheduler).subscribe() }
        for number in 0..<3 { source.onNext(number) }
        #expect(registry.entries.count { $0.kind == .timer } == 1)
        subscription.dispose()
        #expect(registry.entries.isEmpty)
    }

    @Test func listsBuffersAndPauses() throws {
        let scheduler = kit.scheduler
        let stream = Observable.from(0..<20).observeOn(scheduler, bufferSize: 8)
        let subscription = registry.watch { stream.subscribe() }
        let entry = try #require(registry.entries.first)
        #expect(entry.bufferedCount == 6 && entry.isPaused && entry.elementCount == 0)
        try scheduler.run()
        #expect(registry.isEmpty)
        subscription.dispose()
    }

    @Test func bufferOfEndedSourceIsNotListed() throws {
        let outer = PublishSubject<Int>()
        let subscription = registry.watch {
            outer.flatMapLatest { _ in PublishSubject<Int>().observeOn(ImmediateScheduler.shared) }.subscribe()
        }
        for number in 0..<100 { outer.onNext(number) }
        let entry = try #require(registry.entries.first)
        #expect(entry.bufferedCount == 0 && !entry.isPaused)
        subscription.dispose()
    }

    @Test func listsOnlyDebugTextsOfContext() throws {
        let source = PublishSubject<Int>()
        let stream = source.context(\.tenant, "t-1").context(\.requestID, "r-17")
        let subscription = registry.watch { stream.subscribe() }
        let entry = try #require(registry.entries.first)
        #expect(entry.context == "request r-17")
        #expect("\(entry)".hasSuffix(" [request r-17]"))
        subscription.dispose()
    }

    @Test func listsAllDebugTextsOfSubscriberContext() {
        let source = PublishSubject<Int>()
        let stream = source.context(\.user, "u-1").context(\.requestID, "r-17")
        let subscription = registry.watch { stream.subscribe() }
        expectEntries(\.context, ["request r-17, user u-1"])
        subscription.dispose()
    }

    @Test func listsWorkOfInnerStreamsWithTheirContexts() {
        let scheduler = kit.scheduler
        let stream = Observable.of("1", "2").flatMap { id in
            Observable.timer(.seconds(1), scheduler: scheduler).context(\.requestID, id)
        }
        let subscriptions = registry.watch { [stream.context(\.user, "u-1").subscribe(), stream.subscribe()] }
        let first = ["user u-1", "user u-1, request 1", "user u-1, request 2"]
        expectEntries(\.context, first + ["request 1", "request 1", "request 2"])
        let lines = "\(registry)".split(separator: "\n")
        #expect(lines[3].hasSuffix("due after 1.000 s on TestScheduler [user u-1, request 1]"))
        #expect(lines[6].hasSuffix("due after 1.000 s on TestScheduler"))
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test func debugTextMaySubscribeToSameSharedStream() async throws {
        let subject = PublishSubject<Int>()
        let shared = subject.share()
        let stream = shared.context(\.probe) {
            shared.subscribe().dispose()
            return "probe"
        }
        let registry = registry
        let finished = await onThreads([{ registry.watch { stream.subscribe().dispose() } }])
        #expect(finished && registry.isEmpty)
        // The subscription to the source remains usable.
        let count = Atomic(0)
        let subscription = stream.subscribe(onNext: { _ in count.add(1, ordering: .relaxed) })
        subject.onNext(1)
        #expect(count.load(ordering: .relaxed) == 1)
        subscription.dispose()
        let listed = registry.watch { stream.subscribe() }
        expectEntries(\.context, ["probe", "probe"])
        listed.dispose()
    }

    @Test func stoppedBufferIsNotListedAsPaused() throws {
        let scope = registry.watch { Scope("subscribe", CallSite(#fileID, #line)) }
        let source = scope.makeChild()
        let gate = BackPressureGate(scope: source, capacity: 4)
        source.pause()
        expectEntries(\.isPaused, [true])
        source.stop()
        expectEntries(\.isPaused, [false])
        withExtendedLifetime(gate) { _ = scope.stop() }
    }

    @Test func schedulerWithoutDescriptionIsNamedByItsType() {
        let scheduler = PlainScheduler(token: "sg-77b2")
        let subscription = registry.watch { Observable.timer(.seconds(1), scheduler: scheduler).subscribe() }
        #expect(registry.entries.last?.description == "due after 1.000 s on PlainScheduler")
        subscription.dispose()
    }

    @Test func tableReplacesControlCharacters() {
        let source = PublishSubject<Int>()
        let subscription = registry.watch { source.context(\.requestID, "\u{1B}[2J\n").subscribe() }
        #expect("\(registry)".hasSuffix(" [request \u{FFFD}[2J\u{FFFD}]"))
        subscription.dispose()
    }

    @Test func printsTable() {
        let first = PublishSubject<Int>()
        let scheduler = kit.scheduler
        let line = #line + 1
        let subscription = registry.watch { first.context(\.requestID, "r-17").subscribe() }
        first.onNext(1)
        scheduler.advance(by: .seconds(60))
        let others = registry.watch {
            [
                Observable.timer(.seconds(2), scheduler: scheduler).subscribe(),
                Observable.from(0..<20).observeOn(scheduler, bufferSize: 8).subscribe(),
            ]
        }
        #expect(
            "\(registry)" == """
                3 subscriptions, 1 timer, and 1 work item are active:
                       AGE  KIND          ELEMENTS  BUFFERED  NAME
                  60.000 s  subscription         1            subscribe at RillTests/ActiveSubscriptionsTests.swift:\(line) \
                [request r-17]
                   0.000 s  subscription         0            subscribe at RillTests/ActiveSubscriptionsTests.swift:\(line + 5)
                   0.000 s    timer                           due after 2.000 s on \(scheduler.displayName)
                   0.000 s  subscription         0  6 paused  subscribe at RillTests/ActiveSubscriptionsTests.swift:\(line + 6)
                   0.000 s    work                            scheduled on \(scheduler.displayName)
                """)
        for subscription in others + [subscription] { subscription.dispose() }
    }

    @Test func longTableStatesNumberOfOmittedEntries() {
        let subject = PublishSubject<Int>()
        let subscriptions = registry.watch { (0..<103).map { _ in subject.subscribe() } }
        let lines = "\(registry)".split(separator: "\n")
        #expect(lines.count == 103 && lines.first == "103 subscriptions are active:" && lines.last == "  … and 3 more")
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test func innermostRegistryRecordsSubscriptions() {
        let inner = ActiveSubscriptions()
        let subject = PublishSubject<Int>()
        let subscriptions = registry.watch { [subject.subscribe(), inner.watch { subject.subscribe() }] }
        #expect(registry.entries.count == 1 && inner.entries.count == 1)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test func registryDoesNotReplaceInstruments() {
        let instrument = TestInstrument()
        let source = PublishSubject<Int>()
        let subscription = registry.watch { withInstrument(instrument) { source.subscribe() } }
        source.onNext(1)
        expectEntries(\.elementCount, [1])
        subscription.dispose()
        #expect(instrument.calls == ["subscribe began", "subscribe next", "subscribe disposed"])
    }
}

/// A scheduler that has no description and never runs its work.
private struct PlainScheduler: Scheduler {
    let token: String
    var now: Duration { .zero }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { .none }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { .none }
}

private enum UserKey: StreamContextKey {
    static let defaultValue: String? = nil
    static func debugText(for value: String?) -> String? { value.map { "user \($0)" } }
}

/// A key whose debug text is the result of a closure.
private enum ProbeKey: StreamContextKey {
    static let defaultValue: @Sendable () -> String? = { nil }
    static func debugText(for value: @escaping @Sendable () -> String?) -> String? { value() }
}

extension StreamContext {
    fileprivate var user: String? {
        get { self[UserKey.self] }
        set { self[UserKey.self] = newValue }
    }

    fileprivate var probe: @Sendable () -> String? {
        get { self[ProbeKey.self] }
        set { self[ProbeKey.self] = newValue }
    }
}
