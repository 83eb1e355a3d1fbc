import RillTesting
import Testing

@testable import Rill

/// Tests of rule 2.6 of `EventContract.md`: disposal that races with events and termination.
@Suite("Contract 2.6: disposal races", .serialized, .tags(.realThreads))
struct DisposalRaceTests {
    /// The number of rounds per test: one third of the total per operator, because there are three tests.
    static let rounds = DisposalRace.roundsPerOperator / 3

    @Test("2.6 disposal races with events", .contract, arguments: OperatorCase.all)
    func disposalRacesWithEvents(operator: OperatorCase) async {
        let race = DisposalRace(`operator`, (1...6).map { .next($0) }, rounds: Self.rounds)
        let faults = await race.run()
        #expect(faults == [])
        #expect(race.hitCount > 0)
    }

    @Test("2.6 disposal races with completion", .contract, arguments: OperatorCase.all)
    func disposalRacesWithCompletion(operator: OperatorCase) async {
        let race = DisposalRace(`operator`, [.next(1), .next(2), .next(3), .completed], rounds: Self.rounds)
        let faults = await race.run()
        #expect(faults == [])
        #expect(race.hitCount > 0)
    }

    @Test("2.6 disposal races with an error", .contract, arguments: OperatorCase.all)
    func disposalRacesWithError(operator: OperatorCase) async {
        let race = DisposalRace(`operator`, [.next(1), .next(2), .error(TestError())], rounds: Self.rounds)
        let faults = await race.run()
        #expect(faults == [])
        #expect(race.hitCount > 0)
    }

    @Test("2.6 disposal races with timers and other sources", .contract, arguments: OperatorCase.multiInput)
    func disposalRacesWithTimers(operator: OperatorCase) async {
        let race = DisposalRace(
            `operator`, [.next(1), .next(2), .next(3), .next(4), .completed], rounds: Self.rounds)
        let faults = await race.run()
        #expect(faults == [])
    }
}
