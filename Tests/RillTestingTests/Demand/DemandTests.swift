import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of recordings with a pace, and of sources that can pause.
@Suite struct DemandTests {
    let kit = TestKit()

    @Test func heldEventsArriveOnResumption() {
        let source = kit.cold("-a-b-c-d|", pauses: true)
        let result = kit.record(pace: "^--[--]---!") { source.map { $0.uppercased() } }
        expectMarbles(result, "-A----(BC)D|")
        expectDemand(source, "^--[--]-!")
    }

    @Test func pauseBetweenEventsIsRecordedInItsTick() {
        let source = kit.cold("-a-----b|", pauses: true)
        expectMarbles(kit.record(pace: "^--[-]---!") { source }, "-a-----b|")
        expectDemand(source, "^--[-]--!")
    }

    @Test func pauseAfterLastEventIsRecorded() throws {
        let source = kit.cold("-a-", pauses: true)
        let observer = kit.observe(pace: "^-[-]") { source }
        kit.scheduler.advance(toTick: 2)
        expectDemand(source, "^-[")
        try kit.scheduler.run()
        expectDemand(source, "^-[-]")
        observer.dispose()
        expectDemand(source, "^-[-(]!)")
    }

    @Test func sourceThatCannotPauseSendsEventsDuringPause() {
        let source = kit.cold("-a-b|")
        expectMarbles(kit.record(pace: "^[-----!") { source }, "-a-b|")
        expectSubscriptions(source, "^---!")
    }

    @Test func sourceIsNotPausedWithoutAPace() {
        let source = kit.cold("-a-b|", pauses: true)
        expectMarbles(kit.record { source }, "-a-b|")
        expectDemand(source, "^---!")
        expectSubscriptions(source, "^---!")
        #expect(source.subscriptions == [SubscriptionSpan(0, 4)])
    }

    @Test func subscriptionCanBeginWithAPause() {
        let source = kit.cold("ab|", pauses: true)
        expectMarbles(kit.record(pace: "(^[)-]--!") { source }, "--(ab|)")
        expectDemand(source, "(^[)-(]!)")
        let numbers = TestKit().record(pace: "(^[)-]") { Observable.of("1", "2") }
        expectMarbles(numbers, "--(12|)")
    }

    @Test func subscriberTakesOneEventAtATime() {
        let source = kit.cold("(abcd|)", pauses: true)
        expectMarbles(kit.record(pace: "(^[)(][)-(][)-]--!") { source }, "-a-b-(cd|)")
        expectDemand(source, "(^[)(][)-(][)-(]!)")
    }

    @Test func subscriberTakesOneElementOfAnEndlessSequence() {
        let numbers = Observable.unfold(1) { ("\($0)", $0 + 1) }
        expectMarbles(kit.record(pace: "(^[)-(][)-(][)--!") { numbers }, "--1-2")
    }

    @Test func resumptionWithoutHeldEventDeliversNothing() {
        let source = kit.cold("--a|", pauses: true)
        expectMarbles(kit.record(pace: "(^[)(][)-]-!") { source }, "---(a|)")
        expectDemand(source, "(^[)(][)-(]!)")
    }

    @Test func eachSubscriptionHasItsOwnPauses() throws {
        let source = kit.cold("-ab|", pauses: true)
        let first = kit.observe(pace: "^[-]") { source }
        let second = kit.observe(pace: "-^--[-]") { source }
        try kit.scheduler.run()
        expectMarbles(first.recording, "---(ab|)")
        expectMarbles(second.recording, "--ab--|")
        expectDemand(source, "^[-(]!)", "-^--[-(]!)")
        #expect(
            source.subscriptions == [
                SubscriptionSpan(0, 3, pauses: [.init(1, 3)]), SubscriptionSpan(1, 6, pauses: [.init(4, 6)]),
            ])
    }

    @Test func heldEventsOfInnerSourceArriveOnResumption() {
        let kit = kit
        let result = kit.record(pace: "^[---]-!") {
            Observable.just(1).flatMap { _ in kit.cold("ab|", pauses: true).asObservable() }
        }
        expectMarbles(result, "a----(b|)")
    }

    @Test func recordingThatReachesItsLimitIsDisposed() {
        let source = kit.cold("-a-b-c-d-e|", pauses: true)
        let result = kit.record(pace: "^[------]", limit: 3) { source }
        #expect(result.limitError != nil)
        expectDemand(source, "^([!)")
    }

    @Test func descriptionOfSpanIncludesPauses() throws {
        #expect(try SubscriptionSpan(demand: "-(^[)-(][)--!").description == "-(^[)-(][)--!")
        let late = TestTime(tick: 1, offset: .milliseconds(500))
        #expect(
            SubscriptionSpan(0, pauses: [.init(0, 1), .init(late)]).description
                == "from tick 0 on, paused from tick 0 to tick 1, paused from tick 1 + 0.5 seconds on")
    }
}
