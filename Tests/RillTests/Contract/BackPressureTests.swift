import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of part 5 of `EventContract.md`: back-pressure.
@Suite("Contract 5: back-pressure")
struct BackPressureTests {
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
        #expect(recorder.events == .completed([1, 9, 3]))
    }

    @Test("5.4 an unpausable source fails with bufferOverflow", arguments: Boundary.all)
    func bufferOverflowsIfSourceCannotPause(boundary: Boundary) async {
        let source = ManualSource()
        let (recorder, subscription) = boundary.build(source.observable).record()
        for number in 0..<1_100 { source.send(number) }
        boundary.drain()
        #expect(await recorder.waitForEnd())
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
        subscription.dispose()
    }
}

/// A pausable source that emits the integers from zero up to a count.
typealias PausableSource = Named<@Sendable (Int) -> Observable<Int>>

extension BackPressureTests {
    static let pausableSources = [
        PausableSource("from") { .from(0..<$0) },
        PausableSource("unfold") { count in .unfold(0) { $0 < count ? ($0, $0 + 1) : nil } },
        PausableSource("create, with whenResumed") { .counting(to: $0) },
        PausableSource("concat") { .concat((0..<$0).lazy.map { .just($0) }) },
        PausableSource("flatMap") { .from(0..<$0).flatMap { .just($0) } },
        PausableSource("concatMap of sequences") { Observable.just(0..<$0).concatMap { .from($0) } },
        PausableSource("observeOn") { .from(0..<$0).observeOn(ImmediateScheduler.shared) },
        PausableSource("unfold, asynchronous") { count in
            .unfold(0) { state async in state < count ? (state, state + 1) : nil }
        },
        PausableSource("mapTask") { count in .from(0..<count).mapTask(maxConcurrent: 5) { $0 } },
        PausableSource("flatMapTask") { count in .from(0..<count).flatMapTask(maxConcurrent: 1) { $0 } },
        PausableSource("asObservable") { count in
            AsyncStream { continuation in
                for number in 0..<count { continuation.yield(number) }
                continuation.finish()
            }.asObservable()
        },
    ]
}

/// An operator that buffers events while the test prevents their delivery.
struct Boundary: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>
    let drain: @Sendable () -> Void

    private init(
        _ name: String, build: @escaping @Sendable (Observable<Int>) -> Observable<Int>,
        drain: @escaping @Sendable () -> Void = {}
    ) {
        testDescription = name
        self.build = build
        self.drain = drain
    }

    static var all: [Boundary] {
        let scheduler = ManualScheduler()
        return [
            Boundary("observeOn", build: { $0.observeOn(scheduler) }, drain: { scheduler.run() }),
            Boundary("concatMap", build: { $0.concatMap { _ in .never() } }),
            Boundary("flatMap with maxConcurrent 2", build: { $0.flatMap(maxConcurrent: 2) { _ in .never() } }),
            Boundary(
                "merge of streams with maxConcurrent 2",
                build: { $0.map { _ in Observable<Int>.never() }.merge(maxConcurrent: 2) }),
            Boundary("zip", build: { .zip($0, .never()) { $0 + $1 } }),
            Boundary("zip of a collection", build: { Observable<[Int]>.zip([.never(), $0]).map { $0[0] } }),
        ]
    }
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
