import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct MapTests {
    let kit = TestKit()

    @Test(
        "transforms each element and forwards the terminal event",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("---#", "---#"), ("-a--b--c|", "-A--B--C|"), ("-a-#", "-A-#"),
            ("-(ab|)", "-(AB|)"),
        ])
    func transformsEachElement(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.map { $0.uppercased() } }, result)
    }

    @Test func forwardsTheErrorOfTheSource() {
        let source = kit.hot("-a-#", error: TestError("source"))
        expectMarbles(kit.record { source.map { $0.uppercased() } }, "-A-#", error: TestError("source"))
    }

    @Test func thrownErrorFailsAndDisposesTheSource() {
        let source = kit.hot("-a--b--c|")
        let result = kit.record {
            source.map { value in
                if value == "b" { throw TestError("closure") }
                return value.uppercased()
            }
        }
        expectMarbles(result, "-A--#", error: TestError("closure"))
        expectSubscriptions(source, "^---!")
    }

    @Test func closureRunsOncePerElementAndSubscriber() {
        let calls = SerialState<[Int]>([])
        let stream = Observable.of(1, 2).map { value in
            calls.value.append(value)
            return value * 10
        }
        #expect(calls.value == [])
        for _ in 0..<2 { #expect(stream.record().recorder.values == [10, 20]) }
        #expect(calls.value == [1, 2, 1, 2])
    }

    @Test func nilIsAnElement() {
        let (recorder, _) = Observable.of("1", "x").map { Int($0) }.record()
        #expect(recorder.values == [1, nil])
    }

    @Test func reentrantElementIsDeliveredInOrder() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.map { $0 * 10 }.record { if $0.element == 10 { subject.onNext(2) } }
        subject.onNext(1)
        subject.onNext(3)
        #expect(recorder.values == [10, 20, 30])
    }

    @Test func pauseIsForwardedToTheSource() {
        let calls = SerialState(0)
        let stream = Observable.from(1...3).map { value in
            calls.value += 1
            return value * 10
        }
        let (recorder, scope) = stream.startRecording { event, scope in if event.element == 10 { scope.pause() } }
        #expect(recorder.values == [10])
        #expect(calls.value == 1)
        scope.open()
        #expect(recorder.events == .completed([10, 20, 30]))
    }
}
