import RillTesting
import Synchronization

@testable import Rill

/// One thread subscribes and sends, another one disposes meanwhile, again and again with a new subscription.
///
/// The moment of disposal moves from before the subscription to behind the end.
final class DisposalRace: @unchecked Sendable {  // `current` is handed over by the milestones
    /// How often for each operator, over all kinds of races; fewer under the thread sanitizer, which takes its time.
    static let roundsPerOperator = ThreadSanitizer.isActive ? 1_500 : 10_200

    private let `operator`: OperatorCase
    private let events: [Event<Int>]
    private let rounds: Int
    private let census = Census()
    private let ledger = Ledger()
    private let faults = Faults()
    private let begun = Milestone()
    private let ready = Milestone()
    private let disposed = Milestone()
    private let hits = Atomic(0)
    private var current: DisposalRound?

    /// - Parameters:
    ///   - operator: What stands between the source and the observer.
    ///   - events: What the source sends in each round.
    ///   - rounds: How many.
    init(_ operator: OperatorCase, _ events: [Event<Int>], rounds: Int) {
        self.operator = `operator`
        self.events = events
        self.rounds = rounds
    }

    /// In how many rounds the disposal came while the source was sending.
    var hitCount: Int { hits.load(ordering: .acquiring) }

    /// Runs all rounds.
    ///
    /// - Returns: What was wrong, at most a few lines.
    func run() async -> [String] {
        let returned = await onThreads(
            within: .patience * 10, [{ self.ledger.watch { self.sendAll() } }, { self.disposeAll() }])
        if !returned { faults.add("a thread is stuck") }
        // On a queue the last references may go a moment after the last event.
        let isClean = `operator`.isSynchronous ? isClean : await eventually { self.isClean }
        if !isClean { faults.add(leftovers) }
        return faults.all
    }

    private var isClean: Bool {
        census.alive == 0 && census.isEven && ledger.entries.isEmpty && ledger.retained.isEmpty
    }

    private var leftovers: String {
        let subscriptions = census.subscriptions.load(ordering: .acquiring)
        let disposals = census.disposals.load(ordering: .acquiring)
        return """
            left in memory: \(census.alive); \(subscriptions) subscribed, \(disposals) disposed; \
            open: \(ledger.entries.count); retained: \(ledger.retained.count)
            """
    }

    private func sendAll() {
        for number in 1...rounds {
            let round = DisposalRound(`operator`, census, faults)
            current = round
            begun.reach(number)
            guard ready.wait(for: number) else { return faults.add("round \(number): the other thread did not come") }
            round.subscribe()
            for event in events { round.send(event) }
            round.close()
            guard disposed.wait(for: number) else { return faults.add("round \(number): dispose() did not return") }
            round.sendLate()
            current = nil
        }
    }

    private func disposeAll() {
        for number in 1...rounds {
            guard begun.wait(for: number), let round = current else {
                return faults.add("round \(number): a send or a subscription did not return")
            }
            ready.reach(number)
            if round.dispose(at: moment(of: number)) { hits.wrappingAdd(1, ordering: .relaxed) }
            disposed.reach(number)
        }
    }

    /// Before which step of the source to dispose, and how much later; every other time around the last event.
    private func moment(of number: Int) -> (step: Int, pause: Int) {
        // A generator of its own, so that a failure comes again.
        let random = (number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407) >> 33 & 0xFFFF
        let step = number % 2 == 0 ? events.count : random % (events.count + 3)
        return (step, random / 16 % 128)
    }
}

/// One subscription, which two threads fight over.
private final class DisposalRound: Sendable {
    private let scope = Scope("subscribe", Place(#fileID, #line))
    private let source: CountedSource
    private let stream: Observable<Int>
    private let observer: WatchfulObserver
    private let isSynchronous: Bool

    /// How far the source is: 0 before the subscription, 1 in it, then one more for each event and for the end.
    private let step = Atomic(0)

    init(_ operator: OperatorCase, _ census: Census, _ faults: Faults) {
        source = CountedSource(census)
        stream = `operator`.build(source.observable)
        observer = WatchfulObserver(census, faults)
        isSynchronous = `operator`.isSynchronous
    }

    /// Without the last look at the scope that the `subscribe` of users has: the operators have to look themselves.
    func subscribe() {
        advance()
        stream.start(
            Observer(scope) { [scope, observer] event in
                if event.isTerminal { scope.stop() }
                observer.take(event)
            })
    }

    func send(_ event: Event<Int>) {
        advance()
        source.send(event)
    }

    func close() { advance() }

    private func advance() { step.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Disposes when the source has come to a step, or takes too long to come there.
    ///
    /// - Returns: Whether the source was in the same step before and after.
    func dispose(at moment: (step: Int, pause: Int)) -> Bool {
        for _ in 0..<20_000 where step.load(ordering: .acquiring) >= moment.step { break }
        for _ in 0..<moment.pause { _ = step.load(ordering: .relaxed) }
        let before = step.load(ordering: .acquiring)
        Disposable(scope).dispose()
        observer.isDisposed.store(true, ordering: .sequentiallyConsistent)
        return before > 0 && before == step.load(ordering: .acquiring)
    }

    /// Sends once more, when both threads are done.
    func sendLate() {
        let before = observer.count.load(ordering: .acquiring)
        source.send(.next(99))
        if isSynchronous, observer.count.load(ordering: .acquiring) != before {
            observer.faults.add("an event came long after disposal")
        }
    }
}

/// Notices what must not come.
private final class WatchfulObserver: Sendable {
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

    func take(_ event: Event<Int>) {
        if isInside.exchange(true, ordering: .acquiringAndReleasing) { faults.add("\(event) came while another did") }
        count.wrappingAdd(1, ordering: .relaxed)
        if hasEnded.load(ordering: .relaxed) { faults.add("\(event) came after the end") }
        if event.isTerminal { hasEnded.store(true, ordering: .relaxed) }
        if isDisposed.load(ordering: .sequentiallyConsistent) {
            // The first was on its way.
            let before = countAfterDisposal.wrappingAdd(1, ordering: .relaxed).oldValue
            if before > 0 { faults.add("\(event) began after dispose() had returned") }
        }
        isInside.store(false, ordering: .releasing)
    }
}
