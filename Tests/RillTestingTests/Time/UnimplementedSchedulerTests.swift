import Rill
import RillTesting
import Testing

@Suite struct UnimplementedSchedulerTests {
    private let reports = Box<[String]>([])
    private var scheduler: UnimplementedScheduler {
        UnimplementedScheduler { [reports] text in reports.value.append(text) }
    }

    @Test func everyUseIsReported() {
        let scheduler = scheduler
        #expect(scheduler.now == .zero)
        scheduler.schedule { Issue.record("ran") }
        scheduler.schedule(after: .seconds(2)) { Issue.record("ran") }
        #expect(
            reports.value == [
                "the unimplemented scheduler was asked for the time: this test expects that nothing waits",
                "the unimplemented scheduler was given work: this test expects that none is scheduled",
                "the unimplemented scheduler was given work to do after 2.0 seconds: "
                    + "this test expects that none is scheduled",
            ])
    }

    @Test func aStreamThatDoesNotWaitDoesNotUseIt() {
        let kit = TestKit()
        let result = kit.record { kit.cold("-a|").observeOn(ImmediateScheduler.shared) }
        #expect(result.difference(from: "-a|") == nil)
        #expect(reports.value.isEmpty)
        _ = kit.record { kit.cold("-a|").delay(.seconds(1), scheduler: scheduler) }
        #expect(!reports.value.isEmpty)
    }
}
