import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct TestableObservableTests {
    let kit = TestKit()

    // MARK: Hot

    @Test func hotSourceEmitsOnlyEventsAfterSubscription() throws {
        let source = kit.hot("a-b-c-|")
        let early = kit.observe { source.asObservable() }
        let late = kit.observe(subscribedAt: 3) { source.asObservable() }
        try kit.scheduler.run()
        expectMarbles(early.recording, "a-b-c-|")
        expectMarbles(late.recording, "----c-|")
        expectSubscriptions(source, "^-----!", "---^--!")
    }

    @Test func hotSourceRunsWithoutSubscribers() throws {
        let source = kit.hot("ab-c|")
        kit.scheduler.advance(toTick: 2)
        expectMarbles(kit.record { source.asObservable() }, "---c|")
    }

    @Test func hotSourceStartsWhenCreated() {
        kit.scheduler.advance(toTick: 3)
        let source = kit.hot("-a|")
        expectMarbles(kit.record { source.asObservable() }, "----a|")
    }

    @Test func hotSourceSendsTerminalEventToLateSubscribers() throws {
        let (completing, failing) = (kit.hot("-a|"), kit.hot("-a#"))
        kit.scheduler.advance(toTick: 4)
        expectMarbles(kit.record { completing.asObservable() }, "----|")
        expectMarbles(kit.record { failing.asObservable() }, "----#")
        expectSubscriptions(completing, "----(^!)")
    }

    @Test func hotSourceSendsNothingToASubscriberDisposedDuringAnEvent() throws {
        let source = kit.hot("-a-#")
        let second = Box<RecordingObserver<String>?>(nil)
        let first = kit.observe {
            source.asObservable().map { value in
                second.value?.dispose()
                return value
            }
        }
        second.value = kit.observe { source.asObservable() }
        try kit.scheduler.run()
        expectMarbles(first.recording, "-a-#")
        #expect(second.value?.recording.events.isEmpty == true)
        expectSubscriptions(source, "^--!", "^!")
    }

    @Test func hotSourceAllowsSubscribingDuringAnEvent() throws {
        let source = kit.hot("-(ab)c|")
        let (kit, inner) = (kit, Box<RecordingObserver<String>?>(nil))
        let outer = kit.observe {
            source.asObservable().map { value in
                if inner.value == nil { inner.value = kit.observe { source.asObservable() } }
                return value
            }
        }
        try kit.scheduler.run()
        expectMarbles(outer.recording, "-(ab)c|")
        #expect(inner.value?.recording.difference(from: "-bc|") == nil)
    }

    @Test func hotSourceIsReleasedAfterItsLastEvent() throws {
        weak var source: TestableObservable<String>?
        let observer = kit.observe {
            let strong = kit.hot("-a|")
            source = strong
            return strong.asObservable()
        }
        #expect(source != nil)
        try kit.scheduler.run()
        expectMarbles(observer.recording, "-a|")
        #expect(source == nil)
    }

    // MARK: Cold

    @Test func coldSourceRestartsForEachSubscriber() throws {
        let source = kit.cold("-a-b|")
        let early = kit.observe { source.asObservable() }
        let late = kit.observe(subscribedAt: 2) { source.asObservable() }
        try kit.scheduler.run()
        expectMarbles(early.recording, "-a-b|")
        expectMarbles(late.recording, "---a-b|")
        expectSubscriptions(source, "^---!", "--^---!")
    }

    @Test func disposalCancelsEventsOfAColdSource() {
        let source = kit.cold("-a-b-c|")
        let observer = kit.observe { source.asObservable() }
        #expect(kit.scheduler.pendingCount == 4)
        kit.scheduler.advance(toTick: 2)
        observer.dispose()
        #expect(kit.scheduler.pendingCount == 0)
        expectSubscriptions(source, "^-!")
        expectMarbles(observer.recording, "-a")
    }

    @Test func coldSourceSendsEventsOfTickZeroOnNextAdvance() {
        let source = kit.cold("(ab|)")
        let observer = kit.observe { source.asObservable() }
        #expect(observer.recording.events.isEmpty)
        kit.scheduler.advance(by: .zero)
        expectMarbles(observer.recording, "(ab|)")
        expectSubscriptions(source, "(^!)")
    }

    @Test func unterminatedSourceStaysSubscribed() {
        let source = kit.cold("-a-")
        // Only the source retains the subscription after `record` returns.
        expectMarbles(kit.record { source.asObservable() }, "-a-")
        #expect(source.subscriptions == [SubscriptionSpan(0)])
        expectSubscriptions(source, "^")
    }

    @Test func sendsTheGivenError() {
        let source = kit.cold("-#", error: TestError("lost"))
        #expect((kit.record { source.asObservable() }.error as? TestError)?.name == "lost")
    }

    @Test func newSourceHasNoSubscriptions() {
        let source: TestableObservable<Int> = kit.cold("-")
        #expect(source.subscriptions.isEmpty)
        expectSubscriptions(source)
    }

    @Test func acceptsAParsedDiagram() throws {
        let diagram = try MarbleDiagram("-a|", values: ["a": 1])
        expectMarbles(kit.record { kit.cold(diagram).asObservable() }, "-a|", values: ["a": 1])
        let later = TestKit()
        expectMarbles(later.record { later.hot(diagram).asObservable() }, "-a|", values: ["a": 1])
    }
}
