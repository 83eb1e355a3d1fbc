import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 5.5 of `EventContract.md`: an operator that switches from one source to the next loses no elements of
/// a hot source.
@Suite("Contract 5.5: hot sources during a pause")
struct HotSourceTests {
    @Test("5.5 a hot source is subscribed to while the subscriber is paused", arguments: HandoverCase.all)
    func subscribesToHotSourceWhilePaused(handover: HandoverCase) {
        let taps = PublishSubject<Int>()
        let (recorder, scope) = handover.build(taps.asObservable()).startRecording { event, scope in
            if event.element == 0 { scope.pause() }
        }
        if handover.first.isEmpty { scope.pause() }
        taps.onNext(1)
        taps.onNext(2)
        scope.open()
        taps.onNext(3)
        taps.onError(TestError())
        #expect(recorder.events == .failed(handover.first + [1, 2, 3]))
    }

    @Test("5.5 elements of a hot source are buffered by the next boundary", arguments: HandoverCase.all)
    func nextBoundaryBuffersElementsOfHotSource(handover: HandoverCase) {
        let taps = PublishSubject<Int>()
        let loads = PublishSubject<Int>()
        let (recorder, _) = handover.build(taps.asObservable())
            .concatMap { number in loads.take(1).map { _ in number } }.record()
        taps.onNext(1)
        taps.onNext(2)
        let expected = handover.first + [1, 2]
        for _ in expected { loads.onNext(0) }
        #expect(recorder.values == expected)
        taps.onError(TestError())
        #expect(recorder.events == .failed(expected))
    }

    /// The subscriber has received the last element when it pauses, so that only the completion follows.
    @Test func sourceAfterTheLastElementOfACollectionIsSubscribedToWhilePaused() {
        for first in [
            Observable.of(1), .of(0, 1), .from([0, 1]), .from(0...1), .of(5, 0, 1).takeLast(2),
            .error(TestError()).catch { _ in .of(0, 1) },
        ] {
            let taps = PublishSubject<Int>()
            let (recorder, scope) = first.concat(taps.asObservable()).startRecording { event, scope in
                if event.element == 1 { scope.pause() }
            }
            taps.onNext(2)
            #expect(recorder.values.last == 1)
            scope.open()
            #expect(recorder.values.suffix(2) == [1, 2])
        }
    }

    @Test func sequenceThatIsNoCollectionIsNotReadDuringAPause() {
        let reads = SerialState(0)
        let numbers = AnySequence {
            AnyIterator {
                reads.value += 1
                return reads.value <= 2 ? reads.value : nil
            }
        }
        let (recorder, scope) = Observable.from(UncheckedSequence(numbers)).startRecording { event, scope in
            if event.element != nil { scope.pause() }
        }
        #expect(recorder.values == [1] && reads.value == 1)
        scope.open()
        #expect(recorder.values == [1, 2] && reads.value == 2)
        scope.open()
        #expect(recorder.isCompleted)
    }

    private struct UncheckedSequence: Sequence, @unchecked Sendable {  // used by one thread
        let base: AnySequence<Int>

        init(_ base: AnySequence<Int>) { self.base = base }

        func makeIterator() -> AnyIterator<Int> { AnyIterator(base.makeIterator()) }
    }

    @Test func startWithPreservesOrderOfElementsSentDuringPause() {
        let taps = PublishSubject<Int>()
        let (recorder, scope) = taps.startWith(-2, -1, 0).startRecording { event, scope in
            if event.element == -2 { scope.pause() }
        }
        for number in 1...50 { taps.onNext(number) }
        #expect(recorder.values == [-2])
        for number in 51...200 { taps.onNext(number) }
        scope.open()
        taps.onNext(201)
        taps.onCompleted()
        #expect(recorder.events == .completed(Array(-2...201)))
    }

    @Test func elementsAboveBufferSizeFailWithBufferOverflow() {
        let taps = PublishSubject<Int>()
        let (recorder, _) = taps.startWith(0, 0).concatMap { _ in Observable<Int>.never() }.record()
        for number in 0..<1_100 { taps.onNext(number) }
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
    }

    @Test func slowReaderReceivesAllElementsAndTheError() async throws {
        let taps = PublishSubject<Int>()
        var values: [Int] = []
        await #expect(throws: TestError()) {
            for try await number in taps.startWith(0).values {
                values.append(number)
                if number == 0 {
                    taps.onNext(1)
                    taps.onNext(2)
                    taps.onError(TestError())
                }
            }
        }
        #expect(values == [0, 1, 2])
    }

    @Test func concatOfSequenceSubscribesToSourcesUntilManyElementsAreHeld() {
        let subscribed = SerialState(0)
        let sources = (0..<1_000).map { number in
            Observable<Int>.create { observer in
                subscribed.value += 1
                observer.onNext(number)
                observer.onCompleted()
                return .none
            }
        }
        let (recorder, scope) = Observable.concat(sources).startRecording { event, scope in
            if (event.element ?? 1) % 100 == 0 { scope.pause() }
        }
        #expect(recorder.values == [0])
        #expect(subscribed.value == 49)
        scope.open()
        #expect(recorder.values == Array(0...100))
        #expect(subscribed.value == 149)
        while recorder.endCount == 0 { scope.open() }
        #expect(recorder.events == .completed(Array(0..<1_000)))
    }
}

/// An operator that subscribes to one source after another.
struct HandoverCase: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The elements that precede the elements of the hot source.
    let first: [Int]

    /// Builds a stream in which the hot source comes last.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    private init(
        _ name: String, _ first: [Int] = [0], _ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) {
        testDescription = name
        self.first = first
        self.build = build
    }

    static let all: [HandoverCase] = [
        .init("startWith") { $0.startWith(0) },
        .init("startWith of several", [0, 8, 9]) { $0.startWith(0, 8, 9) },
        .init("concat") { Observable.just(0).concat($0) },
        .init("concat of an array") { .concat([.just(0), $0]) },
        .init("catch") { taps in Observable.just(0).concat(.error(TestError())).catch { _ in taps } },
        .init("catch of a type") { taps in
            Observable.just(0).concat(.error(TestError())).catch(as: TestError.self) { _ in taps }
        },
        .init("ifEmpty", []) { Observable.empty().ifEmpty(switchTo: $0) },
        .init("retry") { secondAttempt($0).retry(2) },
        .init("retry with a policy") { taps in
            secondAttempt(taps).retry(
                .constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
        },
        .init("timeout", []) { taps in
            Observable.never().timeout(.seconds(1), other: taps, scheduler: ImmediateScheduler.shared)
        },
        .init("repeat") { secondRun($0).repeat(2) },
        .init("poll") { secondRun($0).poll(every: .zero, until: { $0 < 0 }) },
        .init("retry(when:)") { taps in
            secondAttempt(taps).retry { errors in
                errors.enumerated().map { if $0.index > 0 { throw $0.element } }
            }
        },
    ]

    /// Returns a source whose first run emits 0 and completes, and whose second run is another source.
    private static func secondRun(_ source: Observable<Int>, after first: Observable<Int> = .just(0)) -> Observable<Int>
    {
        let isFirst = SerialState(true)
        return .deferred {
            defer { isFirst.value = false }
            return isFirst.value ? first : source
        }
    }

    /// Returns a source whose first attempt emits 0 and fails, and whose second attempt is another source.
    private static func secondAttempt(_ source: Observable<Int>) -> Observable<Int> {
        secondRun(source, after: Observable.just(0).concat(.error(TestError())))
    }
}
