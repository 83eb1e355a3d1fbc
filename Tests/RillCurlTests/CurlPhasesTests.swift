#if os(Linux)
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// The durations that follow from the times of libcurl's callbacks.
    @Suite struct CurlPhasesTests {
        private let start = ContinuousClock.now

        private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

        @Test func phasesFollowOneAnother() {
            var times = CurlPhases(start: start)
            times.willResolve(at: time(1))
            times.willOpen(at: time(3))
            times.willOpen(at: time(4))
            times.willSend(at: time(16))
            times.didSend(at: time(17))
            times.didSend(at: time(32))
            times.didReceive(at: time(64))
            times.didReceive(at: time(65))
            let handshake = CurlPhases.Handshake(connect: .milliseconds(5), tls: .milliseconds(8))
            let metrics = times.metrics(at: time(128), handshake, hasEnded: true)
            let phases = [
                metrics.queue, metrics.nameResolution, metrics.connect, metrics.tls, metrics.request, metrics.firstByte,
                metrics.transfer, metrics.total,
            ]
            #expect(phases == [1, 2, 5, 8, 16, 32, 64, 128].map { Duration.milliseconds($0) })
            #expect(metrics.isConnectionReused == false)
            #expect(times.metrics(at: time(64), handshake, hasEnded: false).transfer == nil)
        }

        @Test func reusedConnectionHasNoConnectPhases() {
            var times = CurlPhases(start: start)
            times.willSend(at: time(10))
            times.didReceive(at: time(30))
            let metrics = times.metrics(at: time(60), nil, hasEnded: true)
            #expect((metrics.nameResolution, metrics.connect, metrics.tls, metrics.request) == (nil, nil, nil, nil))
            let phases = [metrics.queue, metrics.firstByte, metrics.transfer]
            #expect(phases == [10, 20, 30].map { Duration.milliseconds($0) })
            #expect(metrics.isConnectionReused == true)
        }

        @Test func phaseOfFailureEndsWithAttempt() {
            var phases = CurlPhases(start: start)
            #expect(phases.metrics(at: time(9), nil, hasEnded: true).queue == .milliseconds(9))
            phases.willResolve(at: time(1))
            var metrics = phases.metrics(at: time(9), nil, hasEnded: true)
            #expect(metrics.nameResolution == .milliseconds(8) && metrics.connect == nil)
            phases.willOpen(at: time(2))
            metrics = phases.metrics(at: time(9), .init(), hasEnded: true)
            #expect(metrics.connect == .milliseconds(7) && metrics.tls == nil && metrics.isConnectionReused == nil)
            metrics = phases.metrics(at: time(9), .init(connect: .milliseconds(3)), hasEnded: true)
            #expect(metrics.connect == .milliseconds(3) && metrics.tls == .milliseconds(4))
            phases.willSend(at: time(5))
            metrics = phases.metrics(at: time(9), nil, hasEnded: true)
            #expect(metrics.connect == .milliseconds(3) && metrics.tls == nil)
            #expect(metrics.firstByte == .milliseconds(4) && metrics.transfer == nil)
        }

        @Test func resolvingForResendEndsAttempt() {
            var phases = CurlPhases(start: start)
            phases.willSend(at: time(1))
            phases.willResolve(at: time(8))
            let lost = phases.metrics(at: time(16), nil, hasEnded: false)
            #expect(lost.queue == .milliseconds(1) && lost.nameResolution == nil)
            #expect(lost.firstByte == .milliseconds(7) && lost.isConnectionReused == true)
            var next = phases.following(at: time(16))
            next.willOpen(at: time(16))
            next.willSend(at: time(32))
            let metrics = next.metrics(at: time(64), nil, hasEnded: true)
            #expect(metrics.queue == .zero && metrics.nameResolution == .milliseconds(8))
            #expect(metrics.connect == .milliseconds(16) && metrics.total == .milliseconds(56))
        }

        @Test func informationalResponseIsNotFirstByte() {
            var phases = CurlPhases(start: start)
            phases.willSend(at: time(1))
            phases.didReceive(at: time(2))
            phases.didReceiveInformational()
            phases.didSend(at: time(8))
            phases.didReceive(at: time(16))
            let metrics = phases.metrics(at: time(32), nil, hasEnded: true)
            #expect(metrics.request == .milliseconds(7) && metrics.firstByte == .milliseconds(8))
            #expect(metrics.transfer == .milliseconds(16))
        }

        @Test func requestEndsBeforeEarlyResponse() {
            var phases = CurlPhases(start: start)
            phases.willSend(at: time(1))
            phases.didSend(at: time(2))
            phases.didReceive(at: time(4))
            phases.didSend(at: time(8))
            let metrics = phases.metrics(at: time(16), nil, hasEnded: true)
            #expect(metrics.request == .milliseconds(1) && metrics.firstByte == .milliseconds(2))
            #expect(metrics.transfer == .milliseconds(12) && metrics.total == .milliseconds(16))
        }
    }
#endif
