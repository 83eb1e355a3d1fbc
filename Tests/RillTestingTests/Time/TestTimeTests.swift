import RillTesting
import Testing

@Suite struct TestTimeTests {
    @Test func isOrderedByTickThenOffset() {
        let times: [TestTime] = [3, TestTime(tick: 2, offset: .milliseconds(1)), 2, 0]
        #expect(times.sorted() == [0, 2, TestTime(tick: 2, offset: .milliseconds(1)), 3])
    }

    @Test func descriptionOmitsAZeroOffset() {
        #expect("\(TestTime(tick: 4))" == "tick 4")
        #expect("\(TestTime(tick: 4, offset: .milliseconds(500)))" == "tick 4 + 0.5 seconds")
    }

    @Test func timeOfSchedulerIsMeasuredInItsTicks() {
        let scheduler = TestScheduler(tick: .milliseconds(10))
        scheduler.advance(by: .milliseconds(25))
        #expect(scheduler.time == TestTime(tick: 2, offset: .milliseconds(5)))
        #expect(scheduler.now == .milliseconds(25))
    }
}
