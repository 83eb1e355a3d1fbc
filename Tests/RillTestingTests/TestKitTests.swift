import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct TestKitTests {
    let kit = TestKit()

    @Test func recordsFromTickZeroUntilNothingWaits() {
        let source = kit.cold("-a-b-|")
        let result = kit.record { source.asObservable() }
        #expect(
            result.events == [Recorded(at: 1, .next("a")), Recorded(at: 3, .next("b")), Recorded(at: 5, .completed)])
        #expect(kit.scheduler.time == 5)
    }

    @Test func recordsWhatComesAtOnce() {
        expectMarbles(kit.record { Observable.of("a", "b") }, "(ab|)")
    }

    @Test func seesTheTickOfTheSubscriptionAndNotThatOfTheDisposal() {
        let source = kit.hot("abcdef|")
        expectMarbles(kit.record(subscribedAt: 2, disposedAt: 4) { source.asObservable() }, "--cd")
        expectSubscriptions(source, "--^-!")
    }

    @Test func subscribesBeforeAnythingElseInATick() {
        let source = kit.hot("a|")
        expectMarbles(kit.record(subscribedAt: 0) { source.asObservable() }, "a|")
    }

    @Test func mayDisposeInTheTickOfTheSubscription() {
        let source = kit.hot("-a|")
        expectMarbles(kit.record(subscribedAt: 1, disposedAt: 1) { source.asObservable() }, "-")
        expectSubscriptions(source, "-(^!)")
    }

    @Test func makesTheStreamOnceAndPassesOnWhatItThrows() {
        var count = 0
        _ = kit.record { () -> Observable<Int> in
            count += 1
            return .just(count)
        }
        #expect(count == 1)
        #expect(throws: TestError.self) { try kit.record { () -> Observable<Int> in throw TestError() } }
    }

    @Test func keepsTheTimesOfEventsBetweenTicks() {
        let kit = TestKit(tick: .milliseconds(10))
        let result = kit.record { Observable.timer(.milliseconds(25), scheduler: kit.scheduler) }
        #expect(result.events.map(\.time) == Array(repeating: TestTime(tick: 2, offset: .milliseconds(5)), count: 2))
    }

    @Test func breaksOffWhatGoesOnForEver() {
        let kit = kit
        let result = kit.record(limit: 3) { Observable.interval(.seconds(2), scheduler: kit.scheduler) }
        #expect(result.values == [0, 1, 2])
        #expect(result.cutOff?.limit == 3)
        #expect(result.cutOff?.now == .seconds(6))
        let sentence = result.cutOff?.description ?? ""
        #expect(sentence.hasPrefix("the scheduler has done 3 pieces of work, is at 6.0 seconds, and 1 more wait:"))
        #expect(result.description == "--0-1-2\nbroken off: \(sentence)")
        #expect(
            result.difference(from: "--0-1-2", values: ["0": 0, "1": 1, "2": 2]) == "broken off: \(sentence)")
        #expect(
            result.difference(from: "--0-1", values: ["0": 0, "1": 1]) == """
                broken off: \(sentence)
                differs at tick 6: expected nothing, got next(2)
                expected  --0-1--
                actual    --0-1-2
                                ^
                """)
        // It has been disposed: nothing is left to run.
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func observesWithoutMovingTheClock() {
        let source = kit.hot("-a-b|")
        let observer = kit.observe { source.asObservable() }
        expectMarbles(observer.recording, "-")
        kit.scheduler.advance(toTick: 2)
        expectMarbles(observer.recording, "-a")
        observer.dispose()
        kit.scheduler.advance(toTick: 9)
        expectMarbles(observer.recording, "-a")
        expectSubscriptions(source, "^-!")
    }

    @Test func letsAStreamDisposeItsOwnRecording() throws {
        let source = kit.cold("-a-b|")
        let observer = Box<RecordingObserver<String>?>(nil)
        observer.value = kit.observe {
            source.asObservable().map { value in
                observer.value?.dispose()
                return value
            }
        }
        try kit.scheduler.run()
        // Disposed on the way of the value, so that it does not arrive.
        #expect(observer.value?.recording.difference(from: "--") == nil)
        expectSubscriptions(source, "^!")
    }

    @Test func doesNotSubscribeWhatIsDisposedBefore() throws {
        let source = kit.hot("-a-b|")
        let observer = kit.observe(subscribedAt: 2) { source.asObservable() }
        observer.dispose()
        try kit.scheduler.run()
        expectSubscriptions(source)
        #expect(observer.recording.events.isEmpty)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func trapsWhenADiagramIsBad() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().hot("-a-(b")
            }
            expectTrap(
                result,
                """
                bad marble diagram, column 4: the group that begins here is not closed
                    -a-(b
                       ^
                """)
        }

        @Test func trapsWhenAValueIsUnknown() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().cold("-1-2|", values: ["1": 1])
            }
            expectTrap(
                result,
                """
                bad marble diagram, column 4: no value is given for '2'; there are values for '1'
                    -1-2|
                       ^
                """)
        }

        @Test func trapsWhenItIsTooLateToSubscribe() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let kit = TestKit()
                kit.scheduler.advance(toTick: 3)
                _ = kit.record(subscribedAt: 2) { Observable.just(1) }
            }
            expectTrap(result, "TestKit: cannot be subscribed at tick 2, which is before tick 3")
        }

        @Test func trapsWhenItWouldBeDisposedBeforeItIsSubscribed() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().record(subscribedAt: 5, disposedAt: 4) { Observable.just(1) }
            }
            expectTrap(result, "TestKit: cannot be disposed at tick 4, which is before tick 5")
        }
    #endif
}
