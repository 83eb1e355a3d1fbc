import Rill
import RillTesting
import Testing

@Suite struct RecordedTests {
    private struct OtherError: Error, CustomStringConvertible {
        let description: String
    }

    @Test func equalityComparesTimeAndEvent() {
        #expect(Recorded(at: 1, .next(1)) == Recorded(at: 1, .next(1)))
        #expect(Recorded(at: 1, .next(1)) != Recorded(at: 2, .next(1)))
        #expect(Recorded(at: 1, .next(1)) != Recorded(at: 1, .next(2)))
        #expect(Recorded<Int>(at: 1, .completed) == Recorded(at: 1, .completed))
        #expect(Recorded<Int>(at: 1, .completed) != Recorded(at: 1, .error(TestError())))
    }

    @Test func equalityComparesErrorsByTypeAndDescription() {
        #expect(Recorded<Int>(at: 1, .error(TestError("a"))) == Recorded(at: 1, .error(TestError("a"))))
        #expect(Recorded<Int>(at: 1, .error(TestError("a"))) != Recorded(at: 1, .error(TestError("b"))))
        let other = OtherError(description: "TestError(a)")
        #expect(Recorded<Int>(at: 1, .error(TestError("a"))) != Recorded(at: 1, .error(other)))
    }

    @Test func descriptionShowsTimeAndEvent() {
        let texts = ["\(Recorded(at: 4, .next(20)))", "\(Recorded(at: 4, .next("a\nb")))"]
        #expect(texts == ["tick 4: next(20)", #"tick 4: next("a\nb")"#])
        #expect("\(Recorded<Int>(at: 0, .completed))" == "tick 0: completed")
        let half = TestTime(tick: 1, offset: .milliseconds(500))
        #expect("\(Recorded<Int>(at: half, .error(TestError())))" == "tick 1 + 0.5 seconds: error(TestError)")
    }

    @Test func descriptionTruncatesLongValues() {
        let text = "\(Recorded(at: 0, .next(Array(0..<1_000))))"
        #expect(text.count == 100 - 6)
        #expect(text.hasSuffix("…)"))
    }
}
