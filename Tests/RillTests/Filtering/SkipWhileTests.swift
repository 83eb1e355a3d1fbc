import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SkipWhileTests {
    let kit = TestKit()

    @Test(
        "drops elements until one does not match the predicate",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("-1--2--3--1--|", "-------3--1--|"), ("-1-2|", "----|"),
            ("-3-1|", "-3-1|"), ("-1-#", "---#"), ("-3-#", "-3-#"),
        ])
    func dropsElementsWhileTheyMatch(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.skip { $0 < "3" } }, result)
    }

    @Test func predicateIsNotCalledAfterTheFirstMismatch() {
        let tested = SerialState<[Int]>([])
        let (recorder, _) = Observable.of(1, 5, 2, 6).skip { value in
            tested.value.append(value)
            return value < 3
        }.record()
        #expect(recorder.values == [5, 2, 6])
        #expect(tested.value == [1, 5])
    }

    @Test func thrownErrorFailsAndDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        let result = kit.record {
            source.skip { value in
                if value == "2" { throw TestError() }
                return true
            }
        }
        expectMarbles(result, "----#")
        expectSubscriptions(source, "^---!")
    }

    @Test func disposalDisposesTheSource() {
        let source = kit.hot("-1--3--4|")
        expectMarbles(kit.record(disposedAt: 5) { source.skip { $0 < "3" } }, "----3")
        expectSubscriptions(source, "^----!")
    }

    @Test func skippingIsPerSubscriber() {
        let source = kit.hot("-3-1-4|")
        kit.expectEvents("-3-1-4|", late: "-----4|", subscribedAt: 2) { source.skip { $0 < "3" } }
    }

    @Test func reentrantElementIsDeliveredInOrderWithoutPredicate() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.skip { $0 < 3 }.record { if $0.element == 3 { subject.onNext(1) } }
        subject.onNext(3)
        #expect(recorder.values == [3, 1])
    }
}
