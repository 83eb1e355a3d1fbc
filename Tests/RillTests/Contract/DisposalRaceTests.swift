import RillTesting
import Testing

@testable import Rill

/// Tests of rule 2.6 of `EventContract.md`: disposal that races with events and termination.
@Suite("Contract 2.6: disposal races", .serialized, .tags(.realThreads))
struct DisposalRaceTests {
    /// The number of rounds per test: one third of the total per operator, because there are three kinds of races.
    static let rounds = DisposalRace.roundsPerOperator / 3

    @Test(
        "2.6 disposal races with events, completion, and errors", .contract,
        arguments: [
            (1...6).map { .next($0) }, [.next(1), .next(2), .next(3), .completed],
            [.next(1), .next(2), .error(TestError())],
        ] as [[Event<Int>]], OperatorCase.all)
    func disposalRacesWithEvents(events: [Event<Int>], operator: OperatorCase) async {
        let race = DisposalRace(`operator`, events, rounds: Self.rounds)
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
