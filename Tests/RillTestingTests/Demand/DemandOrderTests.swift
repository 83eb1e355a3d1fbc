import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of the order of pauses, resumptions, disposals, elements, and terminal events in one tick.
@Suite struct DemandOrderTests {
    let kit = TestKit()

    /// Expects the received events and the recorded subscription of a source that can pause.
    private func expect(
        _ diagram: String, pace: String, receives events: String, seen: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let source = kit.cold(diagram, pauses: true)
        expectMarbles(kit.record(pace: pace) { source }, events, sourceLocation: sourceLocation)
        expectDemand(source, seen, sourceLocation: sourceLocation)
        #expect(kit.scheduler.pendingCount == 0, sourceLocation: sourceLocation)
    }

    @Test func pausePrecedesTheElementOfItsTick() {
        expect("-a--|", pace: "^[-]!", receives: "---a", seen: "^[-]!")
    }

    @Test func pausePrecedesCompletionOfItsTick() {
        expect("-|", pace: "^[-]!", receives: "---|", seen: "^[-(]!)")
    }

    @Test func pausePrecedesTheErrorOfItsTick() {
        expect("-#", pace: "^[-]!", receives: "---#", seen: "^[-(]!)")
    }

    @Test func resumptionPrecedesTheEventsOfItsTick() {
        expect("-ab|", pace: "^[]--!", receives: "--(ab)|", seen: "^[]!")
    }

    @Test func resumptionPrecedesTheDisposalOfItsTick() {
        expect("-abc|", pace: "^[-(]!)", receives: "---(ab)", seen: "^[-(]!)")
    }

    @Test func disposalPrecedesTheEventsOfItsTick() {
        expect("-ab|", pace: "^-!", receives: "-a", seen: "^-!")
    }

    @Test func disposalEndsAPause() {
        expect("-abc|", pace: "^[--!", receives: "-", seen: "^[--!")
    }

    @Test func pauseInTickOfDisposalIsNotRecorded() {
        expect("-ab|", pace: "^-([!)", receives: "-a", seen: "^-!")
    }

    @Test func pauseThatEndsInItsTickIsNotRecorded() {
        expect("-ab|", pace: "^-([])-!", receives: "-ab|", seen: "^--!")
    }

    @Test func marksAfterTerminalEventHaveNoEffect() {
        expect("-|", pace: "^--[-]-!", receives: "-|", seen: "^!")
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
