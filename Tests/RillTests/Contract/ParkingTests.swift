import Testing

@testable import Rill

/// Part 5 of `EventContract.md`: back-pressure.
@Suite("Contract 5: back-pressure")
struct ParkingTests {
    @Test(
        "5.1 a source that parks sends nothing while paused, and loses nothing", .contract, arguments: ParkingSource.all
    )
    func parks(source: ParkingSource) async {
        let scope = Scope()
        let isOpen = SerialState(true)
        let recorder = Recorder<Int> { event in
            #expect(isOpen.value || event.isTerminal, "\(event) came while the scope was paused")
            if event.element == 3 {
                isOpen.value = false
                scope.pause()
            }
        }
        source.build(10).start(Observer(scope, send: recorder.take))
        #expect(await source.waitUntilParked(recorder))
        #expect(recorder.values == [0, 1, 2, 3])
        isOpen.value = true
        scope.open()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == Array(0..<10))
    }

    @Test("5.2 pausing passes through operators to the source", .contract, arguments: OperatorCase.passing)
    func pausePassesThrough(operator: OperatorCase) async {
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
                recorder.take(event)
            })
        // Boundaries fill their buffer; nobody takes everything.
        #expect(produced.value <= 1_030)
        #expect(recorder.events.count <= 4)
        scope.open()
        #expect(await recorder.waitForEnd())
        #expect(recorder.isCompleted)
    }

    @Test("5.3 a parked source that is stopped is released", .contract, arguments: ParkingSource.synchronous)
    func stoppedWhileParked(source: ParkingSource) async {
        let released = Recorder<Int>()
        let scope = Scope()
        do {
            let token = Disposable { released.take(.completed) }
            let holder = TokenHolder(token)
            source.build(10).map { holder.keep($0) }.start(Observer(scope) { _ in scope.pause() })
        }
        #expect(released.endCount == 0)
        scope.stop()
        #expect(await released.waitForEnd())
    }

    @Test("5.2 concatMap asks its source for nothing while an inner source runs")
    func concatMapHoldsItsSourceBack() {
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

    @Test("5.4 a source that cannot park fails with bufferOverflow", arguments: Boundary.all)
    func overflow(boundary: Boundary) async {
        let source = ManualSource()
        let recorder = Recorder<Int>()
        let subscription = boundary.build(source.observable).subscribe(recorder.take)
        for number in 0..<1_100 { source.send(number) }
        boundary.letGo()
        #expect(await recorder.waitForEnd())
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
        subscription.dispose()
    }
}

extension OperatorCase {
    /// Those that hand their subscriber's pause on to the source, and end only with it.
    static let passing = synchronous.filter { operatorCase in
        let passing = [
            "map", "compactMap", "flatMap", "concatMap", "scan", "filter", "skip", "distinctUntilChanged", "merge",
            "startWith", "concat", "catch", "catchAndReturn", "mapError", "retry", "observeOn", "subscribeOn", "do",
            "debug", "checkpoint",
            "timeout", "deadline", "delaySubscription", "enumerated", "pairwise", "materialize", "dematerialize",
            "timestamp", "measureInterval", "buffer", "ifEmpty",
            "withLatestFrom", "amb", "switchLatest", "flatMapFirst",
        ]
        // Where nothing comes out before the end of the source, there is nothing to hold the source back for.
        let isKept = operatorCase.name == "withLatestFrom" && operatorCase.variant == "as the other"
        return passing.contains(operatorCase.name) && operatorCase.variant != "of nothing" && !isKept
    }
}

/// A source that parks, of the numbers from zero up to a count.
struct ParkingSource: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isSynchronous = true
    let build: @Sendable (Int) -> Observable<Int>

    static let all = [
        ParkingSource(testDescription: "from") { .from(0..<$0) },
        ParkingSource(testDescription: "unfold") { count in .unfold(0) { $0 < count ? ($0, $0 + 1) : nil } },
        ParkingSource(testDescription: "concat") { .concat((0..<$0).lazy.map { .just($0) }) },
        ParkingSource(testDescription: "flatMap") { .from(0..<$0).flatMap { .just($0) } },
        ParkingSource(testDescription: "concatMap of sequences") { Observable.just(0..<$0).concatMap { .from($0) } },
        ParkingSource(testDescription: "observeOn") { .from(0..<$0).observeOn(ImmediateScheduler.shared) },
        ParkingSource(testDescription: "unfold, asynchronous", isSynchronous: false) { count in
            .unfold(0) { state async in state < count ? (state, state + 1) : nil }
        },
        ParkingSource(testDescription: "asObservable", isSynchronous: false) { count in
            AsyncStream { continuation in
                for number in 0..<count { continuation.yield(number) }
                continuation.finish()
            }.asObservable()
        },
    ]

    static let synchronous = all.filter(\.isSynchronous)

    /// Waits for the value at which the test pauses; what comes too much shows in the values.
    func waitUntilParked(_ recorder: Recorder<Int>) async -> Bool {
        await recorder.wait { $0.contains { $0.element == 3 } }
    }
}

/// An operator that keeps events, held up from outside.
struct Boundary: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>
    var letGo: @Sendable () -> Void = {}

    static var all: [Boundary] {
        let scheduler = HeldScheduler()
        return [
            Boundary(testDescription: "observeOn", build: { $0.observeOn(scheduler) }, letGo: { scheduler.run() }),
            Boundary(testDescription: "concatMap", build: { $0.concatMap { _ in .never() } }),
            Boundary(
                testDescription: "flatMap with two places", build: { $0.flatMap(maxConcurrent: 2) { _ in .never() } }),
            Boundary(
                testDescription: "merge of streams with two places",
                build: { $0.map { _ in Observable<Int>.never() }.merge(maxConcurrent: 2) }),
            Boundary(testDescription: "zip", build: { .zip($0, .never()) { $0 + $1 } }),
            Boundary(
                testDescription: "zip of a collection", build: { Observable<[Int]>.zip([.never(), $0]).map { $0[0] } }),
        ]
    }
}

private final class TokenHolder: Sendable {
    private let token: Disposable

    init(_ token: Disposable) {
        self.token = token
    }

    deinit {
        token.dispose()
    }

    func keep(_ number: Int) -> Int { number }
}

/// A scheduler that runs nothing until it is told to.
final class HeldScheduler: Scheduler, @unchecked Sendable {  // guarded by `lock`
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
