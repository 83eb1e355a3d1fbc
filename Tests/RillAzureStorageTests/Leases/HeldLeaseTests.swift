import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

/// Tests held leases in virtual time.
///
/// The duration of the lease is 40 seconds.
@Suite struct HeldLeaseTests {
    /// A service that records lease operations with their time, such as `20 renew`.
    private final class Service: @unchecked Sendable {  // `responses` is guarded by `lock`
        let scheduler = TestScheduler()
        let log = Log<String>()
        private let lock = Lock()
        private var responses: [String: [StubTransport.Response]] = [:]

        func setResponses(_ action: String, _ responses: StubTransport.Response...) {
            setResponses(action, responses)
        }

        func setResponses(_ action: String, _ responses: [StubTransport.Response]) {
            lock.withLock { self.responses[action] = responses }
        }

        var transport: StubTransport {
            StubTransport(scheduler: scheduler) { [self] request in
                let action = request.headerFields[.leaseAction] ?? ""
                log.append("\(scheduler.now / .seconds(1)) \(action)".replacing(".0 ", with: " "))
                return lock.withLock {
                    if let response = responses[action]?.first {
                        responses[action]?.removeFirst()
                        return response
                    }
                    let fields: HTTPFields = [.leaseID: request.headerFields[.proposedLeaseID] ?? ""]
                    return .status(action == "acquire" ? .created : .ok, fields: action == "acquire" ? fields : [:])
                }
            }
        }

        /// Holds a lease with a client.
        ///
        /// - Parameters:
        ///   - attempts: The number of attempts of the retry policy, with a delay of one second. Defaults to 1.
        ///   - clock: The scheduler of the client. Defaults to the scheduler of the service.
        func hold(attempts: Int = 1, clock: (any Scheduler)? = nil) -> Observable<LeaseID> {
            BlobClient(
                .emulator, transport: transport.asService,
                retry: .constantBackoff(attempts: attempts, delay: .seconds(1)),
                scheduler: clock ?? scheduler
            ).holdLease(on: .container("a"), for: .seconds(40))
        }
    }

    /// Runs a test, and verifies that it leaks no subscriptions, timers, or memory.
    private func run(_ test: (Service) throws -> Void) rethrows {
        let ledger = Ledger()
        try ledger.watch { try test(Service()) }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }

    @Test func renewsAfterHalfOfDurationAndReleasesOnDisposal() {
        run { service in
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(50))
            #expect(recorder.values.count == 1 && !recorder.isCompleted)
            subscription.dispose()
            service.scheduler.advance(by: .seconds(100))
            #expect(service.log.entries == ["0 acquire", "20 renew", "40 renew", "50 release"])
        }
    }

    private static let busy = QueueFixtures.error("ServerBusy", .serviceUnavailable)

    /// The log without the release, after responses to renewals.
    @Test(
        arguments: [
            // The interval starts at the request.
            ([.status(.ok, after: .seconds(4))], 1, 41, ["0 acquire", "20 renew", "40 renew"]),
            // A renewal succeeds after failures.
            (
                [.fail(TransportError(.closedEarly)), .fail(TransportError(.couldNotConnect))], 1, 51,
                ["0 acquire", "20 renew", "25 renew", "30 renew", "50 renew"]
            ),
            // A renewal without a response is sent again.
            ([.never], 1, 46, ["0 acquire", "20 renew", "25 renew", "45 renew"]),
            // Renewals ignore the retry policy.
            ([busy], 3, 26, ["0 acquire", "20 renew", "25 renew"]),
        ] as [([StubTransport.Response], Int, Int, [String])])
    func renewsLease(responses: [StubTransport.Response], attempts: Int, seconds: Int, log: [String]) {
        run { service in
            service.setResponses("renew", responses)
            let (recorder, subscription) = service.hold(attempts: attempts).record()
            service.scheduler.advance(by: .seconds(seconds))
            #expect(recorder.error == nil)
            #expect(service.log.entries == log)
            subscription.dispose()
            service.scheduler.advance(by: .seconds(1))
            #expect(service.log.entries == log + ["\(seconds) release"])
        }
    }

    /// A missing response keeps the error of an earlier renewal.
    @Test(arguments: [Array(repeating: busy, count: 6), [busy, .never, .never, .never]])
    func retriesFailedRenewalUntilLeaseExpires(responses: [StubTransport.Response]) throws {
        try run { service in
            service.setResponses("renew", responses)
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(39))
            #expect(recorder.error == nil)
            service.scheduler.advance(by: .seconds(10))
            let error = try #require(recorder.error as? APIError)
            #expect(error.stage == .request)
            let expired = try #require(error.underlying as? LeaseExpiredError)
            #expect((expired.underlying as? APIError)?.azureStorage?.code == .serverBusy)
            #expect(
                service.log.entries == ["0 acquire", "20 renew", "25 renew", "30 renew", "35 renew", "40 release"])
            subscription.dispose()
        }
    }

    @Test func pageOfProxyDoesNotRenewLease() throws {
        try run { service in
            let page = StubTransport.Response.text("<html>", type: "text/html")
            service.setResponses("renew", page, page, page, page)
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(50))
            let error = try #require(recorder.error as? APIError)
            let expired = try #require(error.underlying as? LeaseExpiredError)
            #expect("\(expired)".contains("is not from Azure Storage"))
            #expect(
                service.log.entries == ["0 acquire", "20 renew", "25 renew", "30 renew", "35 renew", "40 release"])
            subscription.dispose()
        }
    }

    @Test func failsWhenRenewalHasNoResponse() throws {
        try run { service in
            service.setResponses("renew", .never, .never, .never, .never)
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(39))
            #expect(recorder.error == nil)
            service.scheduler.advance(by: .seconds(2))
            let error = try #require(recorder.error as? APIError)
            #expect(
                (error.underlying as? LeaseExpiredError)?.description
                    == "the lease of container a expired: no response from the service. Stop writing to it, and acquire "
                    + "a new lease")
            #expect(
                service.log.entries == ["0 acquire", "20 renew", "25 renew", "30 renew", "35 renew", "40 release"])
            subscription.dispose()
        }
    }

    @Test func slowSubscriberDoesNotDelayRenewals() {
        run { service in
            let subscription = service.hold().subscribe(onNext: { _ in service.scheduler.advance(by: .seconds(45)) })
            service.scheduler.advance(by: .zero)
            #expect(service.log.entries == ["0 acquire", "20 renew", "40 renew"])
            subscription.dispose()
            service.scheduler.advance(by: .seconds(1))
        }
    }

    // MARK: Late timers

    @Test func lateRenewalCanSucceed() {
        run { service in
            let clock = SuspendedScheduler(service.scheduler)
            let (recorder, subscription) = service.hold(clock: clock).record()
            service.scheduler.advance(by: .seconds(10))
            clock.suspend(forSeconds: 100)
            service.scheduler.advance(by: .seconds(31))
            #expect(recorder.error == nil)
            #expect(service.log.entries == ["0 acquire", "20 renew", "40 renew"])
            subscription.dispose()
            service.scheduler.advance(by: .seconds(1))
        }
    }

    @Test(
        arguments: [
            (.fail(TransportError(.couldNotConnect)), "20 release"),
            (QueueFixtures.error("ServerBusy", .serviceUnavailable), "20 release"), (.never, "25 release"),
        ] as [(StubTransport.Response, String)])
    func lateRenewalHasSingleAttempt(_ response: StubTransport.Response, _ last: String) {
        run { service in
            service.setResponses("renew", response)
            let clock = SuspendedScheduler(service.scheduler)
            let (recorder, subscription) = service.hold(clock: clock).record()
            service.scheduler.advance(by: .seconds(10))
            clock.suspend(forSeconds: 100)
            service.scheduler.advance(by: .seconds(31))
            #expect((recorder.error as? APIError)?.underlying is LeaseExpiredError)
            #expect(service.log.entries == ["0 acquire", "20 renew", last])
            subscription.dispose()
        }
    }

    @Test(arguments: [
        QueueFixtures.error("LeaseIdMismatchWithLeaseOperation", .conflict),
        QueueFixtures.error("LeaseIsBrokenAndCannotBeRenewed", .conflict),
        QueueFixtures.error("ContainerNotFound", .notFound),
    ])
    func lostLeaseFailsWithoutRelease(_ response: StubTransport.Response) {
        run { service in
            service.setResponses("renew", response)
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(100))
            #expect((recorder.error as? APIError)?.azureStorage != nil)
            #expect(service.log.entries == ["0 acquire", "20 renew"])
            subscription.dispose()
        }
    }

    @Test func failedAcquisitionIsForwarded() {
        run { service in
            service.setResponses("acquire", QueueFixtures.error("LeaseAlreadyPresent", .conflict))
            let (recorder, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(100))
            #expect((recorder.error as? APIError)?.azureStorage?.code == .leaseAlreadyPresent)
            #expect(service.log.entries == ["0 acquire"])
            subscription.dispose()
        }
    }

    /// The service may already have executed the request.
    @Test func disposalDuringAcquisitionReleasesLease() {
        run { service in
            service.setResponses("acquire", .never)
            let (_, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(1))
            subscription.dispose()
            service.scheduler.advance(by: .seconds(1))
            #expect(service.log.entries == ["0 acquire", "1 release"])
        }
    }

    @Test func releaseWithoutResponseEndsWithLease() {
        run { service in
            service.setResponses("release", .never)
            let (_, subscription) = service.hold().record()
            service.scheduler.advance(by: .seconds(1))
            subscription.dispose()
            service.scheduler.advance(by: .seconds(40))
            #expect(service.scheduler.pendingCount == 0)
        }
    }

    @Test func pausedSubscriberDoesNotDelayRenewals() {
        run { service in
            let subscription = service.hold().subscribe(isPaused: true) { _ in }
            service.scheduler.advance(by: .seconds(45))
            #expect(service.log.entries == ["0 acquire", "20 renew", "40 renew"])
            subscription.dispose()
            service.scheduler.advance(by: .seconds(1))
        }
    }
}
