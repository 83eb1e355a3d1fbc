import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct EnumeratedTests {
    let kit = TestKit()
    let values: [Character: String] = ["x": "0a", "y": "1b", "z": "2c"]

    private func stream(_ source: some ObservableConvertible<String>) -> Observable<String> {
        source.enumerated().map { "\($0.index)\($0.element)" }
    }

    @Test(
        "counts elements from zero, and forwards the terminal event",
        arguments: [("----", "----"), ("---|", "---|"), ("-a--b--c|", "-x--y--z|"), ("-a-#", "-x-#"), ("#", "#")])
    func countsElementsFromZero(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { stream(source) }, result, values: values)
    }

    @Test func indexIsPerSubscriber() {
        let counted = stream(kit.cold("-a-b|"))
        kit.expectEvents("-x-y|", late: "---x-y|", subscribedAt: 2, values: values) { counted }
    }

    @Test func reentrantElementHasTheNextIndex() {
        let subject = PublishSubject<String>()
        let (recorder, _) = stream(subject).record { if $0.element == "0a" { subject.onNext("b") } }
        subject.onNext("a")
        subject.onNext("c")
        #expect(recorder.values == ["0a", "1b", "2c"])
    }
}
