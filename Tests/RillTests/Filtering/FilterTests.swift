import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct FilterTests {
    let kit = TestKit()

    @Test(
        "emits the elements that satisfy the predicate, and forwards the terminal event",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("---#", "---#"), ("-1--2--3--4|", "-------3--4|"), ("-1-2|", "----|"),
            ("-3-1-#", "-3---#"), ("-(1324|)", "-(34|)"),
        ])
    func emitsMatchingElements(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.filter { $0 > "2" } }, result)
    }

    @Test func forwardsTheErrorOfTheSource() {
        let source = kit.hot("-3-#", error: TestError("source"))
        expectMarbles(kit.record { source.filter { $0 > "2" } }, "-3-#", error: TestError("source"))
    }

    @Test func thrownErrorFailsAndDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        let result = kit.record {
            source.filter { value in
                if value == "2" { throw TestError("predicate") }
                return true
            }
        }
        expectMarbles(result, "-1--#", error: TestError("predicate"))
        expectSubscriptions(source, "^---!")
    }

    @Test func predicateRunsOncePerElementAndSubscriber() {
        let tested = SerialState<[Int]>([])
        let stream = Observable.of(1, 2, 3).filter { value in
            tested.value.append(value)
            return value != 2
        }
        #expect(tested.value == [])
        for _ in 0..<2 { #expect(stream.record().recorder.values == [1, 3]) }
        #expect(tested.value == [1, 2, 3, 1, 2, 3])
    }

    @Test func reentrantElementsAreTestedAndDeliveredInOrder() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.filter { !$0.isMultiple(of: 2) }.record { event in
            guard event.element == 1 else { return }
            for number in 2...3 { subject.onNext(number) }
        }
        subject.onNext(1)
        subject.onNext(5)
        #expect(recorder.values == [1, 3, 5])
    }

    @Test func pauseIsForwardedToTheSource() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        let tested = SerialState(0)
        let stream = Observable.from(1...6).filter { value in
            tested.value += 1
            return value.isMultiple(of: 2)
        }
        stream.start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 2 { scope.pause() }
            })
        #expect(recorder.values == [2])
        #expect(tested.value == 2)
        scope.open()
        #expect(recorder.values == [2, 4, 6])
        #expect(recorder.isCompleted)
    }
}
