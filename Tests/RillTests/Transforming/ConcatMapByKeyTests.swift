import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct ConcatMapByKeyTests {
    let kit = TestKit()

    private func job(_ name: String) -> Observable<String> {
        kit.cold("---x|").map { _ in name }
    }

    private func isUpper(_ name: String) -> Bool { name.uppercased() == name }

    @Test func equalKeysRunInOrderAndDifferentKeysConcurrently() {
        let source = kit.hot("abA|")
        expectMarbles(kit.record { source.concatMap(by: { isUpper($0) }) { job($0) } }, "---a-A-b|")
    }

    @Test func laneContinuesUntilItIsEmpty() {
        let source = kit.hot("(aAbB)|")
        let result = kit.record { source.concatMap(by: { isUpper($0) }, maxConcurrent: 1) { job($0) } }
        expectMarbles(result, "---a---b---A---B|")
    }

    @Test func numberOfConcurrentKeysIsLimited() {
        let source = kit.hot("(abc)|")
        let result = kit.record { source.concatMap(by: \.self, maxConcurrent: 2) { job($0) } }
        expectMarbles(result, "---(ab)---c|")
    }

    @Test func keyIsUsedAgainAfterItsLaneHasEnded() {
        let source = kit.hot("a------b-|")
        let result = kit.record { source.concatMap(by: { _ in 0 }) { job($0) } }
        expectMarbles(result, "---a------b|")
    }

    @Test func resourcesAreReleasedBeforeNextObservableOfSameKey() {
        let log = Log<String>()
        let source = PublishSubject<Int>()
        let ends = (0...2).map { _ in PublishSubject<Int>() }
        @Sendable func job(_ number: Int) -> Observable<Int> {
            Observable.using(
                { log.append("acquire \(number)") }, { _ in ends[number].asObservable() },
                release: { _ in
                    log.append("release \(number)")
                    if number < 2 { source.onNext(number + 1) }
                    log.append("released \(number)")
                })
        }
        let stream = source.concatMap(by: \.description.isEmpty) { job($0) }
        let recorder = Recorder<Int>()
        let subscription = recorder.record(stream)
        source.onNext(0)
        ends[0].onCompleted()
        ends[1].onCompleted()
        source.onCompleted()
        #expect(!recorder.hasEnded)
        ends[2].onCompleted()
        #expect(recorder.isCompleted)
        #expect(log.entries == (0...2).flatMap { ["acquire \($0)", "release \($0)", "released \($0)"] })
        subscription.dispose()
    }

    @Test func endedLanesAreRemoved() {
        let released = Log<Int>()
        final class Key: Hashable, Sendable {
            let number: Int
            let released: Log<Int>
            init(_ number: Int, _ released: Log<Int>) {
                self.number = number
                self.released = released
            }
            deinit { released.append(number) }
            static func == (left: Key, right: Key) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = recorder.record(source.concatMap(by: { Key($0, released) }) { .just($0) })
        for number in 1...100 { source.onNext(number) }
        #expect(recorder.values == Array(1...100))
        #expect(released.entries.count >= 80)
        subscription.dispose()
    }

    @Test func sourceIsPausedWhileManyElementsWait() {
        let produced = SerialState(0)
        let gate = PublishSubject<Int>()
        let source = Observable.unfold(0) { number -> (Int, Int) in
            produced.value += 1
            return (number, number + 1)
        }
        let recorder = Recorder<Int>()
        let subscription = recorder.record(
            source.concatMap(by: { _ in 0 }) { number in gate.take(1).map { _ in number } })
        #expect(produced.value == 769)
        gate.onNext(0)
        #expect(recorder.values == [0])
        subscription.dispose()
    }

    @Test func hotSourceFailsWhenTooManyElementsWait() throws {
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = recorder.record(source.concatMap(by: { $0 % 2 }) { _ in Observable<Int>.never() })
        for number in 0..<1_026 { source.onNext(number) }
        #expect(!recorder.hasEnded)
        source.onNext(0)
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
        subscription.dispose()
    }

    @Test func errorsOfAllClosuresAndSourcesTerminateResult() {
        struct Failure: Error {}
        let failing: [Observable<Int>] = [
            Observable.of(1, 2).concatMap(by: { _ -> Int in throw Failure() }, { .just($0) }),
            Observable.of(1, 2).concatMap(by: \.self) { _ -> Observable<Int> in throw Failure() },
            Observable.of(1, 2).concatMap(by: \.self) { _ in .error(Failure()) },
            Observable.error(Failure()).concatMap(by: \.self) { .just($0) },
        ]
        for stream in failing { #expect(Recorder(stream).error is Failure) }
    }

    @Test func elementsOfOneKeyStayInOrderBetweenThreads() async throws {
        let scheduler = ConcurrentDispatchQueueScheduler()
        let stream = Observable.from(0..<3_000).concatMap(
            by: { $0 % 7 }, maxConcurrent: 4, { number in Observable.just(number).observeOn(scheduler) })
        let numbers = try await stream.collected()
        #expect(numbers.sorted() == Array(0..<3_000))
        for key in 0..<7 {
            let lane = numbers.filter { $0 % 7 == key }
            #expect(lane == lane.sorted())
        }
    }
}
