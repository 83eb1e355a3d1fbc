import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct ConcatMapTests {
    @Test func callsItsClosureWhenThePreviousInnerCompletes() {
        let log = Log<String>()
        let source = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        let (recorder, subscription) = source.concatMap { number in
            log.append("closure \(number)")
            return number == 1 ? inner.asObservable() : .just(number)
        }.record()
        source.onNext(1)
        source.onNext(2)
        #expect(log.entries == ["closure 1"])
        inner.onCompleted()
        #expect(log.entries == ["closure 1", "closure 2"])
        #expect(recorder.values == [2])
        subscription.dispose()
    }
}
