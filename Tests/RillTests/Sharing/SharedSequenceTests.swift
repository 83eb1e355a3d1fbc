import Rill
import RillTesting
import Synchronization
import Testing

/// Tests that a shared source that emits synchronously stops when its last subscriber has completed, regardless of the
/// operator that subscribes to it.
@Suite struct SharedSequenceTests {
    struct Failure: Error {}

    /// A shared sequence of many numbers, which counts the numbers that it has emitted.
    final class Numbers: Sendable {
        private let emitted = Atomic(0)

        var count: Int { emitted.load(ordering: .relaxed) }

        private var source: Observable<Int> {
            Observable.from(0..<100_000).do(onNext: { _ in self.emitted.add(1, ordering: .relaxed) })
        }

        var shared: Observable<Int> { source.share() }

        var replayed: Observable<Int> { source.share(replay: 1) }

        var counted: Observable<Int> { source.multicast { PublishSubject<Int>() }.refCount() }

        /// The first two numbers.
        var two: Observable<Int> { shared.take(2) }

        /// The first two numbers, and then an error.
        var failing: Observable<Int> {
            shared.map { number in
                if number == 2 { throw Failure() }
                return number
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let elements: [Int]
        let result: @Sendable (Numbers) -> Observable<Int>

        init(_ name: String, _ elements: [Int], _ result: @escaping @Sendable (Numbers) -> Observable<Int>) {
            (testDescription, self.elements, self.result) = (name, elements, result)
        }
    }

    @Test(arguments: [
        Case("concat", [0, 1, 7]) { .concat($0.two, .of(7)) },
        Case("concat, last", [7, 0, 1]) { .concat(.of(7), $0.two) },
        Case("catch", [0, 1, 0, 1]) { numbers in numbers.failing.catch { _ in numbers.two } },
        Case("retry", [0, 1, 0]) { $0.failing.retry(2).take(3) },
        Case("repeat", [0, 1, 0, 1]) { $0.two.repeat(2) },
        Case("ifEmpty", [0, 1]) { numbers in Observable.empty().ifEmpty(switchTo: numbers.two) },
        Case("flatMap", [0, 1, 0, 1]) { numbers in Observable.of(1, 2).flatMap { _ in numbers.two } },
        Case("flatMap, failing", [0, 1, -1]) { numbers in
            Observable.of(1, 2).flatMap { _ in numbers.failing }.catchAndReturn(-1)
        },
        Case("concatMap", [0, 1, 0, 1]) { numbers in Observable.of(1, 2).concatMap { _ in numbers.two } },
        Case("flatMapFirst", [0, 1, 0, 1]) { numbers in Observable.of(1, 2).flatMapFirst { _ in numbers.two } },
        Case("flatMapLatest", [0, 1, 0, 1]) { numbers in Observable.of(1, 2).flatMapLatest { _ in numbers.two } },
        Case("flatMap of the shared source", [0, 1, 0]) { numbers in
            numbers.shared.flatMap { _ in numbers.two }.take(3)
        },
        Case("flatMap with a replay", [0, 1, 0, 1]) { numbers in
            Observable.of(1, 2).flatMap { _ in numbers.replayed.take(2) }
        },
        Case("flatMap with refCount", [0, 1, 0, 1]) { numbers in
            Observable.of(1, 2).flatMap { _ in numbers.counted.take(2) }
        },
        Case("catch with an empty source", [0, 1]) { numbers in
            numbers.failing.catch { _ in .empty() }
        },
        Case("flatMap of a source that is shared twice", [0, 1]) { numbers in
            Observable.of(1).flatMap { _ in numbers.shared.share().take(2) }
        },
        Case("merge", [0, 1, 0, 1]) { .merge($0.two, $0.two) },
        Case("nested", [0, 1, 0, 1]) { numbers in
            Observable.of(1).flatMap { _ in Observable.of(1).concatMap { _ in .concat(numbers.two, numbers.two) } }
        },
    ])
    func stopsWhenItsSubscriberHasCompleted(_ testCase: Case) {
        let numbers = Numbers()
        let recorder = Recorder(testCase.result(numbers))
        #expect(recorder.events == testCase.elements.map { .next($0) } + [.completed])
        #expect(numbers.count <= 10)
    }

    /// The resources of the last source are released after the subscriber has received the completion.
    @Test(arguments: ["concatMap", "retry", "concat"])
    func lastSourceIsReleasedAfterTheResultHasCompleted(_ name: String) {
        let log = Mutex<[String]>([])
        let numbers = Numbers()
        let sources = PublishSubject<Observable<Int>>()
        let first = PublishSubject<Int>()
        @Sendable func note(_ text: String) { log.withLock { $0.append(text) } }
        let source = numbers.two.do(onDispose: { note("released") })
        let result =
            switch name {
            case "concatMap": sources.concatMap { $0 }
            case "retry": source.retry(2)
            default: Observable.concat([first.asObservable(), source][...])
            }
        let subscription = result.subscribe(onCompleted: { note("completed") })
        defer { subscription.dispose() }
        for source in [first.asObservable(), source] { sources.onNext(source) }
        sources.onCompleted()
        first.onCompleted()
        #expect(log.withLock { $0 } == ["completed", "released"])
        #expect(numbers.count <= 10)
    }

    /// A shared source that emits after the subscribe call does not release the first subscriber before its completion.
    @Test(arguments: ["share", "refCount"]) func completesBeforeTheSourceIsReleased(_ name: String) {
        let kit = TestKit()
        let log = Mutex<[String]>([])
        let subject = PublishSubject<Int>()
        let source = subject.do(onDispose: { log.withLock { $0.append("released") } })
        let shared = name == "share" ? source.share() : source.multicast { PublishSubject<Int>() }.refCount()
        let subscription = shared.take(2).observeOn(kit.scheduler)
            .subscribe(onCompleted: { log.withLock { $0.append("completed") } })
        defer { subscription.dispose() }
        for number in 1...3 { subject.onNext(number) }
        kit.scheduler.advance(by: .seconds(1))
        #expect(log.withLock { $0 } == ["completed", "released"])
    }

    @Test(arguments: ["share", "refCount"]) func doesNotRetainTheFirstSubscriber(_ name: String) {
        let subject = PublishSubject<Int>()
        let ledger = Ledger()
        ledger.watch {
            let shared = name == "share" ? subject.share() : subject.multicast { PublishSubject<Int>() }.refCount()
            let first = shared.subscribe(onNext: { _ in })
            let second = shared.subscribe(onNext: { _ in })
            first.dispose()
            withExtendedLifetime(first) { #expect(ledger.retained.isEmpty) }
            second.dispose()
        }
    }
}
