import Rill
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct CredentialRefresherInterleavingTests {
    /// Runs three requests with a rejected token, each on its own thread, and optionally disposes the first one.
    private func run(disposes: Bool, _ order: Interleaving) throws {
        let server = order.scheduler("server")
        let renewals = Log<Int>()
        let tokens = CredentialRefresher(0) { old in
            renewals.append(old)
            order.preemptionPoint()
            return Observable<Int>.timer(.zero, scheduler: server).map { _ in old + 1 }
        }
        let seen = tokens.current
        let recorders = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()]
        let subscriptions = Log<Disposable>()
        for (index, recorder) in recorders.enumerated() {
            let thread = order.scheduler("request \(index)")
            order.perform(on: thread) {
                let subscription = recorder.record(tokens.refreshed(after: seen).compactMap(\.credential))
                if index == 0 { subscriptions.append(subscription) }
            }
            if disposes, index == 0 { order.perform(on: thread) { subscriptions.entries[0].dispose() } }
        }
        try order.run()
        for recorder in recorders.dropFirst() {
            order.expect(recorder.events == [.next(1), .completed], "\(recorder.events)")
        }
        if disposes {
            order.expect([[], [1]].contains(recorders[0].values), "\(recorders[0].events)")
            order.expect(renewals.entries.allSatisfy { $0 == 0 }, "\(renewals.entries)")
        } else {
            order.expect(recorders[0].events == [.next(1), .completed], "\(recorders[0].events)")
            order.expect(renewals.entries == [0], "\(renewals.entries)")
        }
        order.expect(tokens.credential == 1)
    }

    @Test(arguments: [(false, 24), (true, 60)])
    func requestsShareRefreshInAllOrders(disposes: Bool, count: Int) {
        let report = Interleavings().run { try run(disposes: disposes, $0) }
        #expect(report.isComplete, "\(report)")
        #expect(report.count >= count, "\(report)")
    }

    /// The refresh fails while the user signs in again: every request ends, and none gets the rejected token.
    @Test func replacementAndFailureEndAllRequestsInAllOrders() {
        let report = Interleavings().run { order in
            let server = order.scheduler("server")
            let tokens = CredentialRefresher(0) { _ in
                order.preemptionPoint()
                return Observable<Int>.timer(.zero, scheduler: server).map { _ in throw TestError() }
            }
            let seen = tokens.current
            let recorders = [Recorder<Int>(), Recorder<Int>()]
            for (index, recorder) in recorders.enumerated() {
                order.perform(on: order.scheduler("request \(index)")) {
                    recorder.record(tokens.refreshed(after: seen).compactMap(\.credential))
                }
            }
            order.perform(on: order.scheduler("user")) { tokens.replace(with: 9) }
            try order.run()
            for recorder in recorders {
                order.expect(
                    recorder.events == [.next(9), .completed] || recorder.events == [.error(TestError())],
                    "\(recorder.events)")
            }
            order.expect(tokens.credential == 9)
        }
        #expect(report.isComplete && report.count >= 24, "\(report)")
    }

    /// The client with the middleware and a stub transport: every request succeeds after one refresh.
    @Test func clientRefreshesOnceInAllOrders() {
        let report = Interleavings(limit: 500).run { order in
            let stage = AuthenticationStage(scheduler: order.scheduler("server"), renew: { .json("\($0)") })
            let recorders = Log<Recorder<Int>>()
            for number in 0..<3 {
                order.perform(on: order.scheduler("request \(number)")) { recorders.append(stage.send(number)) }
            }
            try order.run()
            order.expect(recorders.entries.map(\.values) == [[7], [7], [7]], "\(recorders.entries.map(\.events))")
            order.expect(stage.renewals == ["0"], "\(stage.renewals)")
        }
        #expect(report.isComplete && report.count >= 24, "\(report)")
    }
}
