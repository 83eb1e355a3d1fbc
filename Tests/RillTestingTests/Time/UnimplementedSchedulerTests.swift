import Rill
import RillTesting
import Testing

@Suite struct UnimplementedSchedulerTests {
    private let reports = Box<[String]>([])
    private var scheduler: UnimplementedScheduler {
        UnimplementedScheduler { [reports] text in reports.value.append(text) }
    }

    @Test func reportsEveryUse() {
        let scheduler = scheduler
        #expect(scheduler.now == .zero)
        scheduler.schedule { Issue.record("ran") }
        scheduler.schedule(after: .seconds(2)) { Issue.record("ran") }
        #expect(
            reports.value == [
                "UnimplementedScheduler: now was read, but the test does not expect it",
                "UnimplementedScheduler: schedule(_:) was called, but the test does not expect it",
                "UnimplementedScheduler: schedule(after: 2.0 seconds) was called, but the test does not expect it",
            ])
    }

    @Test func onlyOperatorsThatScheduleUseIt() {
        let kit = TestKit()
        let result = kit.record { kit.cold("-a|").observeOn(ImmediateScheduler.shared) }
        #expect(result.difference(from: "-a|") == nil)
        #expect(reports.value.isEmpty)
        _ = kit.record { kit.cold("-a|").delay(.seconds(1), scheduler: scheduler) }
        #expect(!reports.value.isEmpty)
    }
}
