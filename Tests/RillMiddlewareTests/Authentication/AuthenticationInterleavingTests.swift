import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// Every order of sending and rejecting three requests and completing their refreshes.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct AuthenticationInterleavingTests {
    @Test func oneRefreshServesAllRequestsInEveryOrder() {
        let plans = AuthenticationPlan(outcomes: [true]).allOrders()
        #expect(plans.count > 300)
        #expect(Set(plans.map(\.description)).count == plans.count)
        for plan in plans {
            // The plan itself expects one refresh of the first generation and a response to each request.
            #expect(plan.renewals == [0])
            #expect(plan.fates == [.succeeded, .succeeded, .succeeded])
            run(plan)
        }
    }

    @Test func failedRefreshFailsPendingRequestsInEveryOrder() {
        let plans = AuthenticationPlan(outcomes: [false, true]).allOrders()
        #expect(plans.contains { $0.fates.contains(.succeeded) })
        #expect(plans.contains { $0.renewals.count == 1 && $0.fates.allSatisfy { $0 == .failed(renewal: 0) } })
        for plan in plans {
            #expect(plan.renewals.count <= 2)
            run(plan)
        }
    }

    @Test func repeatedFailuresEndEachRequestInEveryOrder() {
        let plans = AuthenticationPlan(outcomes: [false, false, false]).allOrders()
        #expect(plans.contains { $0.renewals.count == 3 })
        for plan in plans { run(plan) }
    }

    @Test func handlesDisposalInEveryOrder() {
        let plans = AuthenticationPlan(outcomes: [true], disposedRequest: 0).allOrders()
        #expect(plans.contains { !$0.abandoned.isEmpty && $0.renewals.count == 2 })
        for plan in plans { run(plan) }
    }

    @Test func handlesDisposalWithFailingRefreshInEveryOrder() {
        let plans = AuthenticationPlan(outcomes: [false, true], disposedRequest: 0).allOrders()
        for plan in plans { run(plan) }
    }

    /// Runs the middleware through a plan, one step per second.
    private func run(_ plan: AuthenticationPlan, _ location: SourceLocation = #_sourceLocation) {
        let ledger = Ledger()
        ledger.watch {
            let scheduler = TestScheduler()
            let stage = AuthenticationStage(
                scheduler: scheduler,
                reject: { request in
                    let number = request.path.last?.wholeNumberValue ?? 0
                    guard let due = plan.time(of: .reject(number)) else { return .never }
                    return .status(.unauthorized, after: due - scheduler.now)
                },
                renew: { count in
                    guard let due = plan.endOfRenewal(count - 1) else { return .never }
                    let isGood = count > plan.outcomes.count || plan.outcomes[count - 1]
                    return isGood
                        ? .json("\(count)", after: due - scheduler.now)
                        : .fail(TransportError(.closedEarly, "renewal \(count - 1)"), after: due - scheduler.now)
                })
            let recordings = Log<(number: Int, recorder: Recorder<Int>, subscription: Disposable)>()
            for (index, step) in plan.steps.enumerated() {
                scheduler.schedule(after: .seconds(index + 1)) {
                    switch step {
                    case .send(let number):
                        let (recorder, subscription) = stage.record(number)
                        recordings.append((number, recorder, subscription))
                    case .dispose(let number):
                        for recording in recordings.entries where recording.number == number {
                            recording.subscription.dispose()
                        }
                    case .reject, .renew: break
                    }
                }
            }
            scheduler.advance(by: .seconds(plan.steps.count + 1))
            for (number, recorder, subscription) in recordings.entries {
                let isDisposed = recorder.events.isEmpty && subscription.isDisposed
                let fate = isDisposed ? .disposed : recorder.fate
                #expect(fate == plan.fates[number], "\(plan): request \(number)", sourceLocation: location)
            }
            #expect(recordings.entries.count == 3, "\(plan)", sourceLocation: location)
            #expect(
                stage.renewals == plan.renewals.map { "\($0)" }, "\(plan): renewals by generation",
                sourceLocation: location)
            // No request is sent more than twice, and none is retried with the rejected token.
            let repeated = stage.tokens.filter { $0 != "Bearer 0" }.count
            #expect(repeated == plan.fates.filter { $0 == .succeeded }.count, "\(plan)", sourceLocation: location)
            #expect(stage.tokens.count <= 6, "\(plan)", sourceLocation: location)
        }
        let ends = ledger.leakReport
        #expect(ends == nil, "\(plan): \(ends ?? "")", sourceLocation: location)
    }
}

extension AuthenticationPlan {
    fileprivate func time(of step: Step) -> Duration? {
        steps.firstIndex(of: step).map { .seconds($0 + 1) }
    }

    /// Returns the time when a refresh ends, or `nil` if it is canceled.
    fileprivate func endOfRenewal(_ number: Int) -> Duration? {
        guard !abandoned.contains(number) else { return nil }
        let index = number - abandoned.filter { $0 < number }.count
        let ends = steps.indices.filter { steps[$0] == .renew }
        return index < ends.count ? .seconds(ends[index] + 1) : nil
    }
}

extension Recorder<Int> {
    fileprivate var fate: AuthenticationPlan.Fate? {
        if hasSingleElement { return values == [7] ? .succeeded : nil }
        guard events.count == 1, let failure = (events[0].error as? APIError)?.underlying as? TransportError,
            let number = failure.text.split(separator: " ").last.flatMap({ Int($0) })
        else { return nil }
        return .failed(renewal: number)
    }
}
