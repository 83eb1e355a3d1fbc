import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct TestKitTests {
    let kit = TestKit()

    @Test func recordStartsAtTickZeroAndRunsUntilIdle() {
        let source = kit.cold("-a-b-|")
        let result = kit.record { source.asObservable() }
        #expect(
            result.events == [Recorded(at: 1, .next("a")), Recorded(at: 3, .next("b")), Recorded(at: 5, .completed)])
        #expect(kit.scheduler.time == 5)
    }

    @Test func recordsSynchronousEvents() {
        expectMarbles(kit.record { Observable.of("a", "b") }, "(ab|)")
    }

    @Test func recordIncludesSubscriptionTickAndExcludesDisposalTick() {
        let source = kit.hot("abcdef|")
        expectMarbles(kit.record(subscribedAt: 2, disposedAt: 4) { source.asObservable() }, "--cd")
        expectSubscriptions(source, "--^-!")
    }

    @Test func subscriptionPrecedesOtherWorkOfItsTick() {
        let source = kit.hot("a|")
        expectMarbles(kit.record(subscribedAt: 0) { source.asObservable() }, "a|")
    }

    @Test func disposalInTickOfSubscriptionIsAllowed() {
        let source = kit.hot("-a|")
        expectMarbles(kit.record(subscribedAt: 1, disposedAt: 1) { source.asObservable() }, "-")
        expectSubscriptions(source, "-(^!)")
    }

    @Test func recordCallsClosureOnceAndRethrowsErrors() {
        var count = 0
        _ = kit.record { () -> Observable<Int> in
            count += 1
            return .just(count)
        }
        #expect(count == 1)
        #expect(throws: TestError.self) { try kit.record { () -> Observable<Int> in throw TestError() } }
    }

    @Test func recordsTimesBetweenTicks() {
        let kit = TestKit(tick: .milliseconds(10))
        let result = kit.record { Observable.timer(.milliseconds(25), scheduler: kit.scheduler) }
        #expect(result.events.map(\.time) == Array(repeating: TestTime(tick: 2, offset: .milliseconds(5)), count: 2))
    }

    @Test func recordStopsAtTheLimit() {
        let kit = kit
        let result = kit.record(limit: 3) { Observable.interval(.seconds(2), scheduler: kit.scheduler) }
        #expect(result.values == [0, 1, 2])
        #expect(result.limitError?.limit == 3)
        #expect(result.limitError?.now == .seconds(6))
        let message = result.limitError?.description ?? ""
        let prefix = "TestScheduler.run stopped at 6.0 seconds after 3 work items (pending work items: 1):"
        #expect(message.hasPrefix(prefix))
        #expect(result.description == "--0-1-2\nrecording incomplete: \(message)")
        #expect(
            result.difference(from: "--0-1-2", values: ["0": 0, "1": 1, "2": 2]) == "recording incomplete: \(message)")
        #expect(
            result.difference(from: "--0-1", values: ["0": 0, "1": 1]) == """
                recording incomplete: \(message)
                differs at tick 6: expected nothing, got next(2)
                expected  --0-1--
                actual    --0-1-2
                                ^
                """)
        // The subscription was disposed, so no work is pending.
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func observeDoesNotAdvanceTheClock() {
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

    @Test func streamCanDisposeItsOwnRecording() throws {
        let source = kit.cold("-a-b|")
        let observer = Box<RecordingObserver<String>?>(nil)
        observer.value = kit.observe {
            source.asObservable().map { value in
                observer.value?.dispose()
                return value
            }
        }
        try kit.scheduler.run()
        // The `map` closure disposes the recording before the element arrives.
        #expect(observer.value?.recording.difference(from: "--") == nil)
        expectSubscriptions(source, "^!")
    }

    @Test func observerDisposedBeforeSubscriptionNeverSubscribes() throws {
        let source = kit.hot("-a-b|")
        let observer = kit.observe(subscribedAt: 2) { source.asObservable() }
        observer.dispose()
        try kit.scheduler.run()
        expectSubscriptions(source)
        #expect(observer.recording.events.isEmpty)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func invalidDiagramTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().hot("-a-(b")
            }
            expectTrap(result, invalidDiagram("-a-(b", column: 4, "unclosed group"))
        }

        @Test func diagramCharacterWithoutValueTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().cold("-1-2|", values: ["1": 1])
            }
            expectTrap(result, invalidDiagram("-1-2|", column: 4, "no value for '2'; known values: '1'"))
        }

        @Test func subscriptionTickInThePastTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let kit = TestKit()
                kit.scheduler.advance(toTick: 3)
                _ = kit.record(subscribedAt: 2) { Observable.just(1) }
            }
            expectTrap(result, "TestKit: invalid subscribedAt: tick 2 is before tick 3")
        }

        @Test func disposalTickBeforeTheSubscriptionTickTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().record(subscribedAt: 5, disposedAt: 4) { Observable.just(1) }
            }
            expectTrap(result, "TestKit: invalid disposedAt: tick 4 is before tick 5")
        }
    #endif
}
