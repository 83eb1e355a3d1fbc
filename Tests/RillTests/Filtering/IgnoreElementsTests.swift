import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct IgnoreElementsTests {
    let kit = TestKit()

    @Test(
        "drops the elements and forwards the terminal event",
        arguments: [("----", "----"), ("---|", "---|"), ("-1--2--3|", "--------|"), ("-1-#", "---#"), ("#", "#")])
    func dropsElementsAndForwardsTheTerminalEvent(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.ignoreElements(as: String.self) }, result)
    }

    @Test func elementTypeDefaultsToNever() {
        let done: Observable<Never> = kit.cold("-1|").ignoreElements()
        let inferred = kit.cold("-1|").ignoreElements()
        #expect(kit.record { done }.isCompleted)
        #expect(type(of: inferred) == Observable<Never>.self)
    }

    @Test func explicitTypeAllowsConcat() {
        let upload = kit.cold("-1-2|", values: ["1": 1, "2": 2])
        let names = kit.cold("-a|")
        expectMarbles(
            kit.record { upload.ignoreElements(as: String.self).concat(names.asObservable()) }, "-----a|")
        expectSubscriptions(names, "----^-!")
    }

    @Test func eachSubscriberReceivesTheTerminalEvent() {
        let stream = kit.cold("-1#").ignoreElements(as: String.self)
        kit.expectEvents("--#", late: "----#", subscribedAt: 2) { stream }
    }
}
