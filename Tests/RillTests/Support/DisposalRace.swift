import RillTestSupport
import RillTesting
import Synchronization

@testable import Rill

/// A stress test in which one thread subscribes and sends while another thread disposes, with a new subscription in
/// each round.
///
/// The moment of the disposal varies from before the subscription to after the terminal event.
final class DisposalRace: @unchecked Sendable {  // the milestones synchronize access to `current`
    /// The number of rounds per operator, for all kinds of races together.
    ///
    /// The thread sanitizer is slow, so there are fewer rounds with it.
    static let roundsPerOperator = ThreadSanitizer.isActive ? 750 : 3_000

    private let `operator`: OperatorCase
    private let events: [Event<Int>]
    private let rounds: Int
    private let census = Census()
    private let ledger = Ledger()
    private let faults = Faults()
    private let started = Milestone()
    private let ready = Milestone()
    private let disposed = Milestone()
    private let hits = Atomic(0)
    private var current: DisposalRound?

    /// - Parameters:
    ///   - operator: The operator under test.
    ///   - events: The events that the source sends in each round.
    ///   - rounds: The number of rounds, if the disposal occurs while the source is sending in one of them.
    init(_ operator: OperatorCase, _ events: [Event<Int>], rounds: Int) {
        self.operator = `operator`
        self.events = events
        self.rounds = rounds
    }

    /// The number of rounds in which the disposal occurred while the source was sending.
    var hitCount: Int { hits.load(ordering: .acquiring) }

    /// Runs all rounds.
    ///
    /// - Returns: Descriptions of the contract violations.
    func run() async -> [String] {
        let returned = await onThreads(
            within: .patience * 10, [{ self.ledger.watch { self.sendAll() } }, { self.disposeAll() }])
        if !returned { faults.add("deadlock: a thread did not finish") }
        // With a queue, the last references may be released shortly after the last event.
        let isClean = `operator`.isSynchronous ? isClean : await eventually { self.isClean }
        if !isClean { faults.add(leakDescription) }
        return faults.all
    }

    private var isClean: Bool {
        census.alive == 0 && census.isBalanced && ledger.entries.isEmpty && ledger.retained.isEmpty
    }

    private var leakDescription: String {
        let subscriptions = census.subscriptions.load(ordering: .acquiring)
        let disposals = census.disposals.load(ordering: .acquiring)
        return """
            objects in memory: \(census.alive); \(subscriptions) subscribed, \(disposals) disposed; \
            open: \(ledger.entries.count); retained: \(ledger.retained.count)
            """
    }

    /// Returns whether another round follows.
    ///
    /// On a busy machine, where the threads seldom run at the same time, there are more rounds until the first hit. Both
    /// threads return the same value, because the hits of a round are counted before the disposal is announced.
    private func continues(after number: Int) -> Bool {
        number < rounds || number < rounds * 20 && hitCount == 0
    }

    private func sendAll() {
        var number = 0
        repeat {
            number += 1
            let round = DisposalRound(`operator`, census, faults)
            current = round
            started.reach(number)
            guard ready.wait(for: number) else {
                return faults.add("round \(number): the disposing thread did not arrive")
            }
            round.subscribe()
            for event in events { round.send(event) }
            round.close()
            guard disposed.wait(for: number) else { return faults.add("round \(number): dispose() did not return") }
            round.sendLate()
            current = nil
        } while continues(after: number)
    }

    private func disposeAll() {
        var number = 0
        repeat {
            number += 1
            guard started.wait(for: number), let round = current else {
                return faults.add("round \(number): a send or a subscription did not return")
            }
            ready.reach(number)
            if round.dispose(at: moment(of: number)) { hits.wrappingAdd(1, ordering: .releasing) }
            disposed.reach(number)
        } while continues(after: number)
    }

    /// Returns the step of the source before which to dispose, and an additional delay.
    ///
    /// Half of the rounds dispose around the last event, and a quarter around the subscription, because most races
    /// occur in these steps. Most steps are short, so short delays are more frequent.
    private func moment(of number: Int) -> (step: Int, pause: Int) {
        // A deterministic generator, so that failures are reproducible.
        let random = (number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407) >> 33 & 0xFFFF
        let pause = random / 16 % 128 >> (random / 2_048 % 8)
        switch number % 4 {
        case 1: return (random % 2, pause)
        case 3: return (random % (events.count + 3), pause)
        default: return (events.count, pause)
        }
    }
}

/// One subscription that two threads access concurrently.
private final class DisposalRound: Sendable {
    private let scope = Scope("subscribe", CallSite(#fileID, #line))
    private let source: CountedSource
    private let stream: Observable<Int>
    private let observer: DisposalCheckingObserver
    private let isSynchronous: Bool

    /// The progress of the source: 0 before the subscription, 1 during it, incremented for each event and when the
    /// source has finished.
    private let step = Atomic(0)

    init(_ operator: OperatorCase, _ census: Census, _ faults: Faults) {
        source = CountedSource(census)
        stream = `operator`.build(source.observable)
        observer = DisposalCheckingObserver(census, faults)
        isSynchronous = `operator`.isSynchronous
    }

    /// Subscribes without the final disposal check of the public `subscribe`, so that the operators must check for
    /// disposal themselves.
    func subscribe() {
        advance()
        stream.start(
            Observer(scope) { [scope, observer] event in
                if event.isTerminal { scope.stop() }
                observer.receive(event)
            })
    }

    func send(_ event: Event<Int>) {
        advance()
        source.send(event)
    }

    func close() { advance() }

    private func advance() { step.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Disposes when the source has reached a step, or when reaching it takes too long.
    ///
    /// - Returns: `true` if the source was in the same step before and after the disposal; otherwise, `false`.
    func dispose(at moment: (step: Int, pause: Int)) -> Bool {
        for _ in 0..<20_000 where step.load(ordering: .acquiring) >= moment.step { break }
        for _ in 0..<moment.pause { _ = step.load(ordering: .relaxed) }
        let before = step.load(ordering: .acquiring)
        Disposable(scope).dispose()
        observer.isDisposed.store(true, ordering: .sequentiallyConsistent)
        return before > 0 && before == step.load(ordering: .acquiring)
    }

    /// Sends another event after both threads have finished.
    func sendLate() {
        let before = observer.count.load(ordering: .acquiring)
        source.send(.next(99))
        if isSynchronous, observer.count.load(ordering: .acquiring) != before {
            observer.faults.add("an event arrived long after the disposal")
        }
    }
}

/// An observer that reports violations of the contract.
private final class DisposalCheckingObserver: Sendable {
    let faults: Faults
    let isDisposed = Atomic(false)
    let count = Atomic(0)
    private let token: Census.Token
    private let isInside = Atomic(false)
    private let hasEnded = Atomic(false)
    private let countAfterDisposal = Atomic(0)

    init(_ census: Census, _ faults: Faults) {
        self.faults = faults
        token = Census.Token(of: census)
    }

    func receive(_ event: Event<Int>) {
        if isInside.exchange(true, ordering: .acquiringAndReleasing) {
            faults.add("\(event) arrived during another event")
        }
        count.wrappingAdd(1, ordering: .relaxed)
        if hasEnded.load(ordering: .relaxed) { faults.add("\(event) arrived after the terminal event") }
        if event.isTerminal { hasEnded.store(true, ordering: .relaxed) }
        if isDisposed.load(ordering: .sequentiallyConsistent) {
            // One event after disposal is permitted, because it may already have been in delivery.
            let before = countAfterDisposal.wrappingAdd(1, ordering: .relaxed).oldValue
            if before > 0 { faults.add("\(event) was delivered after dispose() returned") }
        }
        isInside.store(false, ordering: .releasing)
    }
}
