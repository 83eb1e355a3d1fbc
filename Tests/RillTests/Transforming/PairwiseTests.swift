import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct PairwiseTests {
    let kit = TestKit()
    let values: [Character: String] = ["a": "12", "b": "23"]

    private func stream(_ source: some ObservableConvertible<String>) -> Observable<String> {
        source.pairwise().map { "\($0.previous)\($0.current)" }
    }

    @Test(
        "emits each element with its predecessor, and forwards the terminal event",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("-1-|", "---|"), ("-1--2--3|", "----a--b|"), ("-1-#", "---#"),
            ("-1-2#", "---a#"),
        ])
    func emitsPairsOfAdjacentElements(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { stream(source) }, result, values: values)
    }

    @Test func nilCountsAsAnElement() {
        let (recorder, _) = Observable<Int?>.of(nil, nil, 1).pairwise()
            .map { "\($0.previous as Any) \($0.current as Any)" }.record()
        #expect(recorder.values == ["nil nil", "nil Optional(1)"])
    }

    @Test func pairsArePerSubscriber() {
        let pairs = stream(kit.cold("-1-2|"))
        kit.expectEvents("---a|", late: "-----a|", subscribedAt: 2, values: values) { pairs }
    }

    @Test func reentrantElementIsPairedWithThePreviousOne() {
        let subject = PublishSubject<String>()
        let (recorder, _) = stream(subject).record { if $0.element == "12" { subject.onNext("3") } }
        subject.onNext("1")
        subject.onNext("2")
        subject.onNext("4")
        #expect(recorder.values == ["12", "23", "34"])
    }
}
