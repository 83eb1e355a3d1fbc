import Rill
import RillTesting
import Testing

@Suite struct TestSchedulerTests {
    let scheduler = TestScheduler()
    let log = Box<[String]>([])

    /// Returns work that logs its name and the time.
    private func note(_ name: String) -> @Sendable () -> Void {
        { [scheduler, log] in log.value.append("\(name)@\(scheduler.time.tick)") }
    }

    @Test func startsAtZeroWithATickOfOneSecond() {
        #expect(scheduler.now == .zero)
        #expect(scheduler.tick == .seconds(1))
        #expect(scheduler.pendingCount == 0)
    }

    @Test func workRunsOnlyOnAdvance() {
        scheduler.schedule(note("now"))
        #expect(log.value.isEmpty)
        #expect(scheduler.pendingCount == 1)
        scheduler.advance(by: .zero)
        #expect(log.value == ["now@0"])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func workRunsInOrderOfDueTime() {
        for delay in [3, 1, 2, 5, 4] { scheduler.schedule(after: .seconds(delay), note("\(delay)")) }
        scheduler.advance(toTick: 5)
        #expect(log.value == ["1@1", "2@2", "3@3", "4@4", "5@5"])
    }

    /// The cancellation of some work preserves the order.
    @Test(arguments: [[], Array(stride(from: 0, to: 50, by: 3))])
    func equalDueTimesRunInSchedulingOrder(canceled: [Int]) {
        let handles = (0..<50).map { scheduler.schedule(after: .seconds(1), note("\($0)")) }
        for number in canceled { handles[number].dispose() }
        scheduler.advance(by: .seconds(1))
        #expect(log.value == (0..<50).filter { !canceled.contains($0) }.map { "\($0)@1" })
    }

    @Test func delaysAreRelativeToTheCurrentTime() {
        scheduler.advance(by: .seconds(10))
        scheduler.schedule(after: .seconds(2), note("a"))
        scheduler.schedule(after: .seconds(-2), note("b"))
        scheduler.advance(by: .seconds(2))
        #expect(log.value == ["b@10", "a@12"])
    }

    @Test func advanceRunsWorkDueAtItsEnd() {
        scheduler.schedule(after: .seconds(2), note("in"))
        scheduler.schedule(after: .milliseconds(2_001), note("out"))
        scheduler.advance(to: .seconds(2))
        #expect(log.value == ["in@2"])
        #expect(scheduler.now == .seconds(2))
        #expect(scheduler.pendingCount == 1)
    }

    @Test func advanceMovesTheClockWithoutWork() {
        scheduler.advance(by: .seconds(3))
        scheduler.advance(toTick: 5)
        scheduler.advance(to: .seconds(7))
        #expect(scheduler.now == .seconds(7))
    }

    @Test func advanceRunsWorkScheduledDuringIt() {
        let (scheduler, inner, after) = (scheduler, note("inner"), note("after"))
        scheduler.schedule(after: .seconds(1)) {
            scheduler.schedule(inner)
            scheduler.schedule(after: .seconds(1), after)
            scheduler.schedule(after: .seconds(9), after)
        }
        scheduler.schedule(after: .seconds(1), note("outer"))
        scheduler.advance(by: .seconds(2))
        #expect(log.value == ["outer@1", "inner@1", "after@2"])
        #expect(scheduler.pendingCount == 1)
    }

    @Test func workCanAdvanceTheTime() {
        let (scheduler, log) = (scheduler, log)
        scheduler.schedule(after: .seconds(1)) {
            scheduler.advance(by: .seconds(4))
            log.value.append("back@\(scheduler.time.tick)")
        }
        scheduler.schedule(after: .seconds(3), note("a"))
        scheduler.advance(by: .seconds(2))
        #expect(log.value == ["a@3", "back@5"])
        #expect(scheduler.now == .seconds(5))
    }

    @Test func runStopsAtTheLastWorkItem() throws {
        scheduler.schedule(after: .seconds(10_800), note("late"))
        try scheduler.run()
        #expect(log.value == ["late@10800"])
        #expect(scheduler.now == .seconds(10_800))
        try scheduler.run()
        #expect(scheduler.now == .seconds(10_800))
    }
}
