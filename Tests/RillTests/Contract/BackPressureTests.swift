import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Part 5 of `EventContract.md`: back-pressure.
@Suite("Contract 5: back-pressure")
struct BackPressureTests {
    @Test(
        "5.1 a pausable source sends nothing while paused and loses nothing", .contract, arguments: PausableSource.all
    )
    func pausableSourceSendsNothingWhilePaused(source: PausableSource) async {
        let scope = Scope()
        let isOpen = SerialState(true)
        let recorder = Recorder<Int>()
        source.build(10).start(
            Observer(scope) { event in
                #expect(isOpen.value || event.isTerminal, "\(event) arrived while the scope was paused")
                if event.element == 3 {
                    isOpen.value = false
                    scope.pause()
                }
                recorder.receive(event)
            })
        #expect(await recorder.waitForEvents(4, timeout: .seconds(60)))
        #expect(recorder.values == [0, 1, 2, 3])
        isOpen.value = true
        scope.open()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == Array(0..<10))
    }

    @Test("5.2 operators forward a pause to the source", .contract, arguments: OperatorCase.forwardingPause)
    func operatorsForwardAPauseToTheSource(operator: OperatorCase) async {
        let scope = Scope()
        let produced = SerialState(0)
        let source = Observable.unfold(1) { number -> (Int, Int)? in
            produced.value = number
            return number > 10_000 ? nil : (number, number + 1)
        }
        let recorder = Recorder<Int>()
        `operator`.build(source).start(
            Observer(scope) { event in
                if recorder.events.isEmpty { scope.pause() }
                recorder.receive(event)
            })
        // Boundaries fill their buffers but do not consume the whole source.
        #expect(produced.value <= 1_030)
        #expect(recorder.events.count <= 4)
        scope.open()
        #expect(await recorder.waitForEnd())
        #expect(recorder.isCompleted)
    }

    @Test("5.3 disposal releases a paused source", .contract, arguments: PausableSource.synchronous)
    func disposalReleasesAPausedSource(source: PausableSource) async {
        let released = Log<Void>()
        let scope = Scope()
        do {
            let token = Disposable { released.append(()) }
            let owner = TokenOwner(token)
            source.build(10).map { owner.retain($0) }.start(Observer(scope) { _ in scope.pause() })
        }
        #expect(released.entries.isEmpty)
        scope.stop()
        await released.wait(for: 1)
    }

    @Test("5.2 concatMap pauses its source while an inner source is active")
    func concatMapPausesItsSource() {
        let produced = SerialState(0)
        let inner = ManualSource()
        let source = Observable.unfold(1) { number -> (Int, Int)? in
            produced.value = number
            return number > 3 ? nil : (number, number + 1)
        }
        let (recorder, _) = source.concatMap { number in
            number == 2 ? inner.observable : .just(number)
        }.record()
        #expect(produced.value == 2)
        #expect(recorder.values == [1])
        inner.send(9, thenComplete: true)
        #expect(recorder.values == [1, 9, 3])
        #expect(recorder.isCompleted)
    }

    @Test("5.4 an unpausable source fails with bufferOverflow", arguments: Boundary.all)
    func unpausableSourceOverflowsTheBuffer(boundary: Boundary) async {
        let source = ManualSource()
        let (recorder, subscription) = boundary.build(source.observable).record()
        for number in 0..<1_100 { source.send(number) }
        boundary.drain()
        #expect(await recorder.waitForEnd())
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
        subscription.dispose()
    }
}

extension OperatorCase {
    /// The operators that forward a pause to their source and terminate only with it.
    static let forwardingPause = synchronous.filter { operatorCase in
        let names = [
            "map", "compactMap", "flatMap", "concatMap", "scan", "filter", "skip", "distinctUntilChanged", "merge",
            "startWith", "concat", "catch", "catchAndReturn", "mapError", "retry", "observeOn", "subscribeOn", "do",
            "debug", "checkpoint",
            "timeout", "deadline", "delaySubscription", "enumerated", "pairwise", "materialize", "dematerialize",
            "timestamp", "measureInterval", "buffer", "ifEmpty",
            "withLatestFrom", "amb", "switchLatest", "flatMapFirst",
        ]
        // This case emits nothing before its source completes, so there is no reason to pause the source.
        let emitsOnlyAtTheEnd = operatorCase.name == "withLatestFrom" && operatorCase.variant == "as the other"
        return names.contains(operatorCase.name) && operatorCase.variant != "of nothing" && !emitsOnlyAtTheEnd
    }
}

/// A pausable source that emits the integers from zero up to a count.
struct PausableSource: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isSynchronous = true
    let build: @Sendable (Int) -> Observable<Int>

    static let all = [
        PausableSource(testDescription: "from") { .from(0..<$0) },
        PausableSource(testDescription: "unfold") { count in .unfold(0) { $0 < count ? ($0, $0 + 1) : nil } },
        PausableSource(testDescription: "concat") { .concat((0..<$0).lazy.map { .just($0) }) },
        PausableSource(testDescription: "flatMap") { .from(0..<$0).flatMap { .just($0) } },
        PausableSource(testDescription: "concatMap of sequences") { Observable.just(0..<$0).concatMap { .from($0) } },
        PausableSource(testDescription: "observeOn") { .from(0..<$0).observeOn(ImmediateScheduler.shared) },
        PausableSource(testDescription: "unfold, asynchronous", isSynchronous: false) { count in
            .unfold(0) { state async in state < count ? (state, state + 1) : nil }
        },
        PausableSource(testDescription: "mapTask", isSynchronous: false) { count in
            .from(0..<count).mapTask(maxConcurrent: 5) { $0 }
        },
        PausableSource(testDescription: "flatMapTask", isSynchronous: false) { count in
            .from(0..<count).flatMapTask(maxConcurrent: 1) { $0 }
        },
        PausableSource(testDescription: "asObservable", isSynchronous: false) { count in
            AsyncStream { continuation in
                for number in 0..<count { continuation.yield(number) }
                continuation.finish()
            }.asObservable()
        },
    ]

    static let synchronous = all.filter(\.isSynchronous)
}

/// An operator that buffers events and is blocked by the test.
struct Boundary: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>
    var drain: @Sendable () -> Void = {}

    static var all: [Boundary] {
        let scheduler = ManualScheduler()
        return [
            Boundary(testDescription: "observeOn", build: { $0.observeOn(scheduler) }, drain: { scheduler.run() }),
            Boundary(testDescription: "concatMap", build: { $0.concatMap { _ in .never() } }),
            Boundary(
                testDescription: "flatMap with maxConcurrent 2",
                build: { $0.flatMap(maxConcurrent: 2) { _ in .never() } }),
            Boundary(
                testDescription: "merge of streams with maxConcurrent 2",
                build: { $0.map { _ in Observable<Int>.never() }.merge(maxConcurrent: 2) }),
            Boundary(testDescription: "zip", build: { .zip($0, .never()) { $0 + $1 } }),
            Boundary(
                testDescription: "zip of a collection", build: { Observable<[Int]>.zip([.never(), $0]).map { $0[0] } }),
        ]
    }
}

private final class TokenOwner: Sendable {
    private let token: Disposable

    init(_ token: Disposable) {
        self.token = token
    }

    deinit {
        token.dispose()
    }

    func retain(_ number: Int) -> Int { number }
}

/// A scheduler that queues work until the test calls `run()`.
final class ManualScheduler: Scheduler, @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var work: [@Sendable () -> Void] = []

    var now: Duration { .zero }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        lock.withLock { self.work.append(work) }
        return .none
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(work)
    }

    func run() {
        while let next = lock.withLock({ work.isEmpty ? nil : work.removeFirst() }) { next() }
    }
}
