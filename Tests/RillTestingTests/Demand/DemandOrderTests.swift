import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of the order of pauses, resumptions, disposals, elements, and terminal events in one tick.
@Suite struct DemandOrderTests {
    let kit = TestKit()

    /// The diagram of the source, the pace, the received events, and the recorded subscription.
    @Test(arguments: [
        ("-a--|", "^[-]!", "---a", "^[-]!"),  // a pause precedes the element of its tick
        ("-|", "^[-]!", "---|", "^[-(]!)"),  // a pause precedes completion
        ("-#", "^[-]!", "---#", "^[-(]!)"),  // a pause precedes the error
        ("-ab|", "^[]--!", "--(ab)|", "^[]!"),  // a resumption precedes the events of its tick
        ("-ab|", "^-!", "-a", "^-!"),  // a disposal precedes the events of its tick
        ("-abc|", "^[--!", "-", "^[--!"),  // a disposal ends a pause
        ("-ab|", "^-([!)", "-a", "^-!"),  // a pause in the tick of the disposal is not recorded
        ("-ab|", "^-([])-!", "-ab|", "^--!"),  // a pause that ends in its tick is not recorded
        ("-abc|", "^[-(]!)", "---(ab)", "^[-(]!)"),  // a resumption precedes the disposal of its tick
        ("-|", "^--[-]-!", "-|", "^!"),  // marks after the terminal event have no effect
    ])
    func marksPrecedeTheEventsOfTheirTick(diagram: String, pace: String, events: String, seen: String) {
        let source = kit.cold(diagram, pauses: true)
        expectMarbles(kit.record(pace: pace) { source }, events)
        expectDemand(source, seen)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func marksAreAppliedInOrderOfObservers() throws {
        let source = kit.cold("-a-b|", pauses: true)
        let received = Box<[String]>([])
        for name in ["first", "second"] {
            _ = kit.observe(pace: "^[-]") { source.do(onNext: { received.value.append("\(name) \($0)") }) }
        }
        try kit.scheduler.run()
        #expect(received.value == ["first a", "second a", "first b", "second b"])
    }
}
