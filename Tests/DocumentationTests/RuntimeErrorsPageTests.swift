#if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import Rill
    import RillHTTPTesting
    import RillTesting
    import Testing

    /// Verifies that the page "Failure messages" contains the runtime errors of the test kit word for word.
    @Suite struct RuntimeErrorsPageTests {
        /// Returns the message that a process wrote to standard error before it stopped.
        private func message(_ result: ExitTest.Result?) -> String? {
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            return output.firstMatch(of: #/: (?:Fatal error|Precondition failed): (.*)/#).map { String($0.1) }
        }

        @Test func pageContainsRuntimeErrors() async throws {
            var results: [ExitTest.Result?] = []
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let kit = TestKit()
                    kit.scheduler.advance(toTick: 3)
                    _ = kit.record(subscribedAt: 2) { Observable.just(1) }
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let kit = TestKit()
                    kit.scheduler.advance(toTick: 3)
                    _ = kit.record(pace: "--^!") { Observable.just(1) }
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let scheduler = TestScheduler()
                    scheduler.advance(by: .seconds(5))
                    scheduler.advance(toTick: 4)
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = TestScheduler(tick: .zero)
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let scheduler = TestScheduler()
                    @Sendable func reschedule() { scheduler.schedule { reschedule() } }
                    scheduler.schedule(after: .seconds(3)) { reschedule() }
                    scheduler.advance(to: .seconds(5), standstillLimit: 1_000)
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let scheduler = TestScheduler()
                    _ = Observable.interval(.seconds(3), scheduler: scheduler).subscribe()
                    scheduler.advance(to: .seconds(60), standstillLimit: 1_000, cpuTimeLimit: .zero)
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Interleavings(limit: 0)
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Interleavings(limit: 1).run { order in
                        for number in 0...26 { _ = order.scheduler("\(number)") }
                    }
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let recorder = Recorder<Int>()
                    recorder.record(.just(1))
                    recorder.record(.just(2))
                })
            results.append(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = StubTransport(responses: ["/tags": .status(.ok)])
                })
            try MessagePage.expect(results.map(message), in: "Runtime errors")
        }
    }
#endif
