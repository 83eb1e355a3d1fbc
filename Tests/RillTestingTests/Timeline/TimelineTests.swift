import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// The timelines of a test kit as text and as images.
@Suite struct TimelineTests {
    private let kit = TestKit()

    @Test func timelineDrawsCheckpointsAboveResult() {
        let source = kit.hot("-ab--c---|")
        let timeline = kit.timeline {
            source.checkpoint("typed").debounce(.seconds(2), scheduler: kit.scheduler).checkpoint("settled")
                .map { $0 + $0 }
        }
        #expect(
            timeline.description == """
                tick     0123456789
                typed    -ab--c---|
                settled  ----b--c-|
                result   ----d--e-|
                         d = "bb", e = "cc"
                """)
        #expect(timeline.recording.values == ["bb", "cc"] && timeline.recording.isCompleted)
    }

    @Test func groupsAndErrorsAreAligned() {
        let source = kit.cold("-(ab)-#", error: TestError("lost"))
        let timeline = kit.timeline { source.checkpoint("pairs").filter { $0 == "b" } }
        #expect(
            timeline.description == """
                tick    01   23
                pairs   -(ab)-#
                result  -b   -#
                        # = TestError(lost)
                """)
    }

    @Test func rowsStartAtSubscriptionAndEndAtDisposal() {
        let source = kit.hot("a-b-c-d-e-")
        let timeline = kit.timeline(subscribedAt: 2, disposedAt: 7) { source.checkpoint("source") }
        #expect(
            timeline.description == """
                tick    01234567
                source    b-c-d-
                result    b-c-d!
                """)
    }

    @Test func retriesAndBuffersHaveRows() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(2))
        let retried = kit.timeline { source.checkpoint("attempt").retry(policy, scheduler: kit.scheduler) }
        #expect(
            retried.description == """
                tick     01234567
                attempt  -#--#--#
                retry    -1--2--3
                result   -------#
                """)
        let buffered = TestKit().timeline { [kit] in
            Observable.from(0..<10).observeOn(kit.scheduler, bufferSize: 4)
        }
        #expect(buffered.description.contains("observeOn buffer"))
    }

    @Test func checkpointNamedLikeResultHasRowOfItsOwn() {
        let timeline = kit.timeline { Observable.of(1, 2).checkpoint("result").map { $0 + 1 } }
        #expect(
            timeline.description == """
                tick    0
                result  (12|)
                result  (23|)
                """)
    }

    @Test func innerStreamsOfFlatMapShareRow() {
        let source = kit.cold("a-b-|")
        let timeline = kit.timeline { [kit] in
            source.flatMap { kit.cold("--\($0)|").checkpoint("inner") }
        }
        #expect(
            timeline.description == """
                tick    012345
                inner   --a|b|
                result  --a-b|
                """)
    }

    @Test func eventsBetweenTicksAreListed() {
        let source = kit.cold("a|")
        let timeline = kit.timeline {
            source.checkpoint("source").delay(.milliseconds(1_500), scheduler: kit.scheduler)
        }
        #expect(
            timeline.description == """
                tick 0: source next("a")
                tick 1: source completed
                tick 1 + 0.5 seconds: result next("a")
                tick 2 + 0.5 seconds: result completed
                """)
        #expect(timeline.svg.contains(">tick 1 + 0.5 seconds: result next(\"a\")</text>"))
    }

    @Test func endlessStreamIsListedUpToLimit() {
        let timeline = kit.timeline(limit: 300) { Observable.interval(.seconds(1), scheduler: kit.scheduler) }
        let lines = timeline.description.split(separator: "\n")
        #expect(lines.count == 102)
        #expect(lines[100].hasSuffix(" more events)"))
        #expect(lines[101].hasPrefix("recording stopped: "))
    }

    @Test func subscriptionWithoutEventsIsDrawn() {
        let timeline = kit.timeline { Observable<Int>.never() }
        #expect(timeline.description == "tick    0\nresult  -")
        let source = kit.cold("a|")
        let disposed = kit.timeline(subscribedAt: 5, disposedAt: 5) { source }
        #expect(disposed.description == "tick    012345\nresult       !")
    }

    // MARK: Images

    @Test func imageHasCircleForEachElementAndColorsForBothAppearances() throws {
        let source = kit.cold("-(ab)-#", error: TestError("<lost> & \u{1}"))
        let svg = kit.timeline { source.checkpoint("p < q").filter { $0 == "b" } }.svg
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(svg.matches(of: #/<circle /#).count == 3)
        #expect(svg.matches(of: /stroke="var\(--error\)"/).count == 2)
        #expect(svg.contains(">p &lt; q</text>") && svg.contains("# = TestError(&lt;lost&gt; &amp; \u{FFFD})"))
        for color in ["--ink: #1d1d1f", "--ink: #f5f5f7", "prefers-color-scheme: dark"] {
            #expect(svg.contains(color), "\(color)")
        }
    }

    @Test func imageOfLateSubscriptionStartsAtItsTick() {
        let source = kit.hot("a-b-c-")
        let svg = kit.timeline(subscribedAt: 2, disposedAt: 5) { source }.svg
        // The left margin and two ticks.
        #expect(svg.contains("<path d=\"M128 "))
        #expect(svg.matches(of: #/<circle /#).count == 2)
        #expect(svg.contains("stroke-dasharray"))
    }

    // MARK: Failures

    @Test func failedExpectationContainsTimeline() {
        let timeline = kit.timeline { kit.cold("-a|").checkpoint("source") }
        expectMarbles(timeline, "-a|")
        let location = #_sourceLocation
        withKnownIssue {
            expectMarbles(timeline, "-b|", sourceLocation: location)
        } matching: { issue in
            issue.sourceLocation == location
                && issue.comments.map(\.rawValue) == [
                    """
                    differs at tick 1: expected next("b"), got next("a")
                    expected  -b|
                    actual    -a|
                               ^
                    timeline
                    tick    012
                    source  -a|
                    result  -a|
                    """
                ]
        }
    }

    @Test func failedExpectationOfValuesContainsTimeline() {
        let timeline = kit.timeline { kit.cold("-a|", values: ["a": 1]) }
        expectMarbles(timeline, "-a|", values: ["a": 1])
        withKnownIssue {
            expectMarbles(timeline, "-a|", values: ["a": 2])
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().hasSuffix("\ntimeline\ntick    012\nresult  -1|")
        }
    }
}
