import Rill
import RillTesting
import Testing

@Suite struct RecordingListDifferenceTests {
    @Test func listsEventsBetweenTicks() {
        let half = TestTime(tick: 1, offset: .milliseconds(500))
        let recording = Recording(events: [Recorded(at: 0, .next("a")), Recorded(at: half, .completed)])
        #expect(
            recording.difference(from: "a|") == """
                differs at tick 1: expected completed, got nothing
                expected
                    tick 0: next("a")
                  > tick 1: completed
                actual
                    tick 0: next("a")
                  > tick 1 + 0.5 seconds: completed
                """)
    }

    @Test(arguments: [RetryPolicy.Jitter.full, .full(seed: 1), .none])
    func randomDelayIsNamed(jitter: RetryPolicy.Jitter) throws {
        let kit = TestKit()
        let policy = RetryPolicy.exponentialBackoff(attempts: 2, jitter: jitter)
        let result = kit.record { kit.cold("-#").retry(policy, scheduler: kit.scheduler) }
        let text = try #require(result.difference(from: "---#"))
        #expect(text.contains("is probably the end of a random delay") == (jitter != .none), "\(text)")
    }

    @Test func listsEventsThatExceedTheMaximumLength() {
        let recording = Recording(events: [Recorded(at: 10_800, .next("a"))])
        #expect(
            recording.difference(from: "-") == """
                differs at tick 10800: expected nothing, got next("a")
                expected
                    nothing
                actual
                  > tick 10800: next("a")
                """)
    }

    @Test func listsOnlyEventsAroundTheDifference() {
        let recording = Recording(events: (0..<200).map { Recorded(at: TestTime(tick: $0), .next("a")) })
        #expect(
            recording.difference(from: "aaaaaaa-") == """
                differs at tick 7: expected nothing, got next("a")
                expected
                    (2 before)
                    tick 2: next("a")
                    tick 3: next("a")
                    tick 4: next("a")
                    tick 5: next("a")
                    tick 6: next("a")
                actual
                    (2 before)
                    tick 2: next("a")
                    tick 3: next("a")
                    tick 4: next("a")
                    tick 5: next("a")
                    tick 6: next("a")
                  > tick 7: next("a")
                    tick 8: next("a")
                    tick 9: next("a")
                    tick 10: next("a")
                    tick 11: next("a")
                    tick 12: next("a")
                    (187 after)
                """)
    }

    @Test func reportsAnInvalidDiagram() {
        let recording = Recording(events: [Recorded(at: 0, .next(1))])
        #expect(
            recording.difference(from: "-z", values: ["a": 1])
                == invalidDiagram("-z", column: 2, "no value for 'z'; known values: 'a'"))
        #expect(
            Recording<String>(events: []).difference(from: "(a") == invalidDiagram("(a", column: 1, "unclosed group"))
    }
}
