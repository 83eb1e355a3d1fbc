import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Every order in which three requests are sent, are refused, and their renewals end.
@Suite struct AuthenticationInterleavingTests {
    @Test func inEveryOrderOneRenewalAnswersAll() {
        let plans = AuthenticationPlan(outcomes: [true]).allOrders()
        #expect(plans.count > 300)
        #expect(Set(plans.map(\.description)).count == plans.count)
        for plan in plans {
            // What the plan itself says: one renewal of the first generation, and an answer to each.
            #expect(plan.renewals == [0])
            #expect(plan.fates == [.answered, .answered, .answered])
            run(plan)
        }
    }

    @Test func inEveryOrderAFailureFailsThoseOfItsTimeOnce() {
        let plans = AuthenticationPlan(outcomes: [false, true]).allOrders()
        #expect(plans.contains { $0.fates.contains(.answered) })
        #expect(plans.contains { $0.renewals.count == 1 && $0.fates.allSatisfy { $0 == .failed(renewal: 0) } })
        for plan in plans {
            #expect(plan.renewals.count <= 2)
            run(plan)
        }
    }

    @Test func inEveryOrderRenewalsThatGoOnFailingEndEachRequest() {
        let plans = AuthenticationPlan(outcomes: [false, false, false]).allOrders()
        #expect(plans.contains { $0.renewals.count == 3 })
        for plan in plans { run(plan) }
    }

    @Test func inEveryOrderOneMayLeave() {
        let plans = AuthenticationPlan(outcomes: [true], leaver: 0).allOrders()
        #expect(plans.contains { !$0.abandoned.isEmpty && $0.renewals.count == 2 })
        for plan in plans { run(plan) }
    }

    @Test func inEveryOrderOneMayLeaveARenewalThatFails() {
        let plans = AuthenticationPlan(outcomes: [false, true], leaver: 0).allOrders()
        for plan in plans { run(plan) }
    }

    /// Lets the middleware live through a plan, one step a second.
    private func run(_ plan: AuthenticationPlan, _ location: SourceLocation = #_sourceLocation) {
        let ledger = Ledger()
        ledger.watch {
            let scheduler = TestScheduler()
            let stage = AuthenticationStage(
                scheduler: scheduler,
                refuse: { request in
                    let number = request.path.last?.wholeNumberValue ?? 0
                    guard let due = plan.time(of: .refuse(number)) else { return .never }
                    return .status(.unauthorized, after: due - scheduler.now)
                },
                renew: { count in
                    guard let due = plan.endOfRenewal(count - 1) else { return .never }
                    let isGood = count > plan.outcomes.count || plan.outcomes[count - 1]
                    return isGood
                        ? .json("\(count)", after: due - scheduler.now)
                        : .fail(TransportError(.closedEarly, "renewal \(count - 1)"), after: due - scheduler.now)
                })
            let answers = Log<(Int, Recording<Int>)>()
            for (place, step) in plan.steps.enumerated() {
                scheduler.schedule(after: .seconds(place + 1)) {
                    switch step {
                    case .send(let number): answers.append((number, stage.send(number)))
                    case .dispose(let number):
                        for (sent, answer) in answers.entries where sent == number { answer.subscription.dispose() }
                    case .refuse, .renew: break
                    }
                }
            }
            scheduler.advance(by: .seconds(plan.steps.count + 1))
            for (number, answer) in answers.entries {
                let fate = answer.fate
                #expect(fate == plan.fates[number], "\(plan): request \(number)", sourceLocation: location)
            }
            #expect(answers.entries.count == 3, "\(plan)", sourceLocation: location)
            #expect(
                stage.renewals == plan.renewals.map { "\($0)" }, "\(plan): renewals by generation",
                sourceLocation: location)
            // No request is sent more than twice, and none again with what it was refused for.
            let repeated = stage.tokens.filter { $0 != "Bearer 0" }.count
            #expect(repeated == plan.fates.filter { $0 == .answered }.count, "\(plan)", sourceLocation: location)
            #expect(stage.tokens.count <= 6, "\(plan)", sourceLocation: location)
        }
        let ends = ledger.looseEnds
        #expect(ends == nil, "\(plan): \(ends ?? "")", sourceLocation: location)
    }
}

extension AuthenticationPlan {
    fileprivate func time(of step: Step) -> Duration? {
        steps.firstIndex(of: step).map { .seconds($0 + 1) }
    }

    /// When a renewal ends; nil if it is given up.
    fileprivate func endOfRenewal(_ number: Int) -> Duration? {
        guard !abandoned.contains(number) else { return nil }
        let place = number - abandoned.filter { $0 < number }.count
        let ends = steps.indices.filter { steps[$0] == .renew }
        return place < ends.count ? .seconds(ends[place] + 1) : nil
    }
}

extension Recording<Int> {
    fileprivate var fate: AuthenticationPlan.Fate? {
        if isComplete { return elements == [7] ? .answered : nil }
        guard !events.isEmpty else { return subscription.isDisposed ? .disposed : nil }
        guard events.count == 1, let failure = (events[0].error as? APIError)?.underlying as? TransportError,
            let number = failure.text.split(separator: " ").last.flatMap({ Int($0) })
        else { return nil }
        return .failed(renewal: number)
    }
}
