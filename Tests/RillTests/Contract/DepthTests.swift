import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of part 4 of `EventContract.md`: repetition and recursion use constant stack space.
///
/// Each test runs 35,000 repetitions on a thread with a stack of 512 KiB.
///
/// A nested call needs at least 16 bytes of stack, so nested repetitions would overflow the stack.
@Suite("Contract 4: depth", .disabledUnderThreadSanitizer("single-threaded"))
struct DepthTests {
    static let repetitions = 35_000

    @Test("4.1 repetition uses constant stack space", .contract, arguments: Repetition.all)
    func repetitionUsesConstantStack(repetition: Repetition) async {
        await onSmallStack {
            let count = Self.repetitions
            let (recorder, subscription) = repetition.build(count).record()
            #expect(recorder.endCount == 1)
            #expect(recorder.values.count == repetition.expectedCount(count))
            #expect(recorder.isCompleted)
            subscription.dispose()
        }
    }

    @Test(
        "4.2 disposal of nested subscriptions uses constant stack space", .contract,
        arguments: [
            Recursion.flatMap, .flatMapAndTake(1), .flatMapAndTake(2), .flatMapAndUsing, .flatMapFirst, .concatMap,
            .concat, .deferred, .using, .merge,
        ])
    func deepDisposalUsesConstantStack(recursion: Recursion) async {
        await onSmallStack {
            let (recorder, subscription) = recursion.build(from: 0, to: Self.repetitions, last: .never()).record()
            #expect(recorder.endCount == 0)
            subscription.dispose()
            #expect(subscription.isDisposed)
        }
    }

    @Test("4.2 stopping or releasing nested scopes uses constant stack space", arguments: [true, false])
    func endOfDeepScopesUsesConstantStack(isStopped: Bool) async {
        await onSmallStack {
            let stopped = SerialState(0)
            do {
                let root = Scope()
                var scope = root
                for _ in 0..<Self.repetitions {
                    scope = scope.makeChild()
                    scope.onStop { stopped.value += 1 }
                }
                if isStopped {
                    root.stop()
                    #expect(stopped.value == Self.repetitions)
                }
            }
            #expect(stopped.value == Self.repetitions)
        }
    }
}

/// A stream that subscribes repeatedly.
struct Repetition: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let valuesPerRepetition: Int
    let build: @Sendable (Int) -> Observable<Int>

    private init(_ name: String, _ values: Int = 1, _ build: @escaping @Sendable (Int) -> Observable<Int>) {
        testDescription = name
        valuesPerRepetition = values
        self.build = build
    }

    private static func through(
        _ name: String, _ recursion: Recursion, valuesPerRepetition: Int = 0, last: Observable<Int> = .just(0)
    ) -> Repetition {
        Repetition("recursion through \(name)", valuesPerRepetition) {
            recursion.build(from: 0, to: $0 - 1, last: last)
        }
    }

    func expectedCount(_ repetitions: Int) -> Int {
        valuesPerRepetition == 0 ? 1 : valuesPerRepetition * repetitions
    }

    /// Returns a stream that fails on every attempt before the last one.
    private static func attempts(_ count: Int) -> Observable<Int> {
        let attempts = SerialState(0)
        return .deferred {
            attempts.value += 1
            return attempts.value < count ? .error(TestError()) : .just(attempts.value)
        }
    }

    static let all = [
        Repetition("concat of a lazy sequence") { count in .concat((0..<count).lazy.map { .just($0) }) },
        Repetition("retry", 0) { attempts($0).retry($0) },
        Repetition("retry(when:) on each error", 0) { count in attempts(count).retry { $0 } },
        Repetition("retry(when:) on the current-thread scheduler", 0) { count in
            attempts(count).retry { $0.observeOn(CurrentThreadScheduler.shared) }
        },
        Repetition("retry(when:) with a sequence as trigger", 0) { count in
            attempts(count).retry { _ in .from(0..<count) }
        },
        Repetition("repeat") { Observable.just(0).repeat($0) },
        Repetition("repeat with a delay on the immediate scheduler") {
            Observable.just(0).repeat($0, delay: .constant(.seconds(1)), scheduler: ImmediateScheduler.shared)
        },
        Repetition("repeat(when:)") { count in Observable.just(0).repeat { $0.take(count - 1) } },
        Repetition("poll on the immediate scheduler") { count in
            let polls = SerialState(0)
            let source = Observable<Int>.deferred {
                polls.value += 1
                return .just(polls.value)
            }
            return source.poll(
                every: .seconds(1), until: { $0 == count }, scheduler: ImmediateScheduler.shared)
        },
        Repetition("unfold") { count in .unfold(0) { $0 < count ? ($0, $0 + 1) : nil } },
        Repetition("flatMap") { .from(0..<$0).flatMap { .just($0) } },
        Repetition("concatMap") { .from(0..<$0).concatMap { .of($0) } },
        Repetition("flatMapFirst") { .from(0..<$0).flatMapFirst { .just($0) } },
        Repetition("flatMapLatest") { .from(0..<$0).flatMapLatest { .just($0) } },
        Repetition("interval on the immediate scheduler") { count in
            .interval(.seconds(1), scheduler: ImmediateScheduler.shared).take(count)
        },
        Repetition("observeOn the immediate scheduler") { .from(0..<$0).observeOn(ImmediateScheduler.shared) },
        Repetition("delay on the immediate scheduler") {
            .from(0..<$0).delay(.seconds(1), scheduler: ImmediateScheduler.shared)
        },
        through("flatMap", .flatMap),
        through("flatMapFirst", .flatMapFirst),
        through("flatMap and take", .flatMapAndTake(1)),
        through("flatMap and two takes", .flatMapAndTake(2)),
        through("flatMap and three takes", .flatMapAndTake(3)),
        through("flatMap and using", .flatMapAndUsing),
        through("concatMap", .concatMap),
        through("concat", .concat, valuesPerRepetition: 1),
        through("startWith", .startWith, valuesPerRepetition: 1),
        through("alternating concat and startWith", .concatAndStartWith, valuesPerRepetition: 2, last: .of(0, 0)),
        through("catch", .catch, valuesPerRepetition: 1),
        through("ifEmpty", .ifEmpty),
        through("deferred", .deferred),
        through("using", .using),
        through("merge", .merge),
    ]
}

/// A recursive stream, in which each level contains the next one.
enum Recursion: Sendable {
    case flatMap
    case flatMapAndTake(Int)
    case flatMapAndUsing
    case flatMapFirst
    case concatMap
    case concat
    case startWith
    case concatAndStartWith
    case `catch`
    case ifEmpty
    case deferred
    case using
    case merge

    func build(from level: Int, to end: Int, last: Observable<Int>) -> Observable<Int> {
        guard level < end else { return last }
        switch self {
        case .flatMap:
            return Observable.just(level).flatMap { _ in build(from: level + 1, to: end, last: last) }
        case .flatMapAndTake(let count):
            return Observable.just(level).flatMap { _ in
                var inner = Observable.deferred { build(from: level + 1, to: end, last: last) }
                for _ in 0..<count { inner = inner.take(5) }
                return inner
            }
        case .flatMapAndUsing:
            return Observable.just(level).flatMap { _ in
                .using({ level }, { _ in build(from: level + 1, to: end, last: last) }, release: { _ in })
            }
        case .flatMapFirst:
            return Observable.just(level).flatMapFirst { _ in build(from: level + 1, to: end, last: last) }
        case .concatMap:
            return Observable.just(level).concatMap { _ in build(from: level + 1, to: end, last: last) }
        default:
            return inTailPosition(level) { build(from: level + 1, to: end, last: last) }
        }
    }

    /// Returns a level whose last source is the next level.
    private func inTailPosition(
        _ level: Int, _ next: @escaping @Sendable () -> Observable<Int>
    ) -> Observable<Int> {
        switch self {
        case .concat:
            return Observable.just(level).concat(.deferred(next))
        case .startWith:
            return Observable.deferred(next).startWith(level)
        case .concatAndStartWith:
            return Observable.just(level).concat(Observable.deferred(next).startWith(level))
        case .catch:
            return Observable.just(level).concat(.error(TestError())).catch { _ in .deferred(next) }
        case .ifEmpty:
            return Observable.empty().ifEmpty(switchTo: .deferred(next))
        case .using:
            return .using({ level }, { _ in next() }, release: { _ in })
        case .merge:
            return .merge(.empty(), .deferred(next))
        default:
            return .deferred(next)
        }
    }
}
