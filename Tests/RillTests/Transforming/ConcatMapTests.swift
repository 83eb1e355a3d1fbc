import Testing

@testable import Rill

@Suite struct ConcatMapTests {
    @Test func callsItsClosureWhenThePreviousInnerCompletes() {
        let log = Log()
        let source = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        let (recorder, subscription) = source.concatMap { number in
            log.add("closure \(number)")
            return number == 1 ? inner.asObservable() : .just(number)
        }.record()
        source.onNext(1)
        source.onNext(2)
        #expect(log.lines == ["closure 1"])
        inner.onCompleted()
        #expect(log.lines == ["closure 1", "closure 2"])
        #expect(recorder.values == [2])
        subscription.dispose()
    }
}
