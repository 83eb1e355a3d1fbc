import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of timelines as text and as images.
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
        let other = TestKit()
        let buffered = other.timeline { Observable.from(0..<10).observeOn(other.scheduler, bufferSize: 4) }
        #expect(
            buffered.description == """
                tick              0
                observeOn buffer  (3131313131)
                result            (0123456789|)
                """)
    }

    @Test func checkpointsNamedLikeOtherRowsHaveSeparateRows() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(2))
        let retried = kit.timeline { source.retry(policy, scheduler: kit.scheduler).checkpoint("retry") }
        #expect(
            retried.description == """
                tick     01234
                retry 2  -1--2
                retry    ----#
                result   ----#
                """)
        let timeline = TestKit().timeline {
            Observable.of(1, 2).checkpoint("result").checkpoint("tick").map { $0 + 1 }
        }
        #expect(
            timeline.description == """
                tick      0
                result 2  (12|)
                tick 2    (12|)
                result    (23|)
                """)
    }

    @Test func checkpointsWithSameBeginningHaveDifferentLabels() {
        let name = String(repeating: "n", count: 30)
        let timeline = kit.timeline { Observable.of(1).checkpoint("\(name)1").checkpoint("\(name)\n2") }
        let label = String(repeating: "n", count: 23) + "…"
        #expect(
            timeline.description == """
                tick                        0
                \(label)    (1|)
                \(label) 2  (1|)
                result                      (1|)
                """)
    }

    @Test func nestedRetriesHaveSeparateRows() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(1))
        let timeline = kit.timeline {
            source.retry(policy, scheduler: kit.scheduler).retry(policy, scheduler: kit.scheduler)
        }
        // The outer retry subscribes to a second inner one.
        #expect(
            timeline.description == """
                tick     01234567
                retry    -1-2----
                retry 2  ---1---2
                retry 3  -----1-2
                result   -------#
                """)
    }

    @Test func buffersWithSameNameHaveSeparateRows() {
        let timeline = kit.timeline {
            Observable.from(0..<6).observeOn(kit.scheduler, bufferSize: 4).observeOn(kit.scheduler, bufferSize: 4)
        }
        #expect(
            timeline.description == """
                tick                0
                observeOn buffer    (313131)
                observeOn buffer 2  (3131)
                result              (012345|)
                """)
    }

    @Test func sourceOfSharedStreamHasNoRows() {
        let timeline = kit.timeline { kit.cold("-a|").checkpoint("source").share().checkpoint("shared") }
        #expect(
            timeline.description == """
                tick    012
                shared  -a|
                result  -a|
                """)
    }

    @Test func checkpointsOfInnerStreamsShareOneRow() {
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
                tick 0: subscribed
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
        #expect(lines.count == 104)
        #expect(lines[0] == "tick 0: subscribed" && lines[1] == "tick 1: result next(0)")
        #expect(lines[101].hasSuffix(" more events)"))
        #expect(lines[102].hasSuffix(": disposed"))
        #expect(lines[103].hasPrefix("recording incomplete: "))
    }

    @Test func listWithoutEventsContainsSubscriptionAndDisposal() {
        let endless = kit.timeline(subscribedAt: 120) { Observable<Int>.never() }
        #expect(endless.description == "tick 120: subscribed")
        #expect(endless.svg.contains(">tick 120: subscribed</text>"))
        let disposed = TestKit().timeline(subscribedAt: 120, disposedAt: 130) { Observable<Int>.never() }
        #expect(disposed.description == "tick 120: subscribed\ntick 130: disposed")
        let stopped = TestKit()
        for _ in 0..<2 { stopped.scheduler.schedule {} }
        let lines = stopped.timeline(subscribedAt: 3, limit: 1) { Observable<Int>.never() }.description.split(
            separator: "\n")
        #expect(lines.first == "no subscription")
        #expect(lines.count == 2 && lines.last?.hasPrefix("recording incomplete: ") == true)
    }

    @Test func timelineWithTooManyRowsIsListed() {
        let timeline = kit.timeline {
            (0..<101).reduce(Observable.of("a")) { stream, number in stream.checkpoint("checkpoint \(number)") }
        }
        let lines = timeline.description.split(separator: "\n")
        #expect(lines.first == "tick 0: subscribed" && lines.last == "(104 more events)")
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

    @Test func elementsHaveSameLettersInDifferenceAndTimeline() {
        let timeline = kit.timeline { kit.cold("-a|", values: ["a": 12]).checkpoint("count").map { "\($0) items" } }
        #expect(
            timeline.difference(from: "-a|", values: ["a": "20 items", "c": "12 items"]) == """
                differs at tick 1: expected next("20 items"), got next("12 items")
                expected  -a|
                actual    -c|
                           ^
                          a = "20 items", c = "12 items"
                timeline
                tick    012
                count   -b|
                result  -c|
                        b = 12, c = "12 items"
                """)
        #expect(
            timeline.difference(from: "-a|", values: ["a": "20 items"])?.hasSuffix(
                """
                actual    -b|
                           ^
                          a = "20 items", b = "12 items"
                timeline
                tick    012
                count   -c|
                result  -b|
                        c = 12, b = "12 items"
                """) == true)
    }

    @Test func invalidDiagramIsReportedWithTimeline() {
        let timeline = kit.timeline { kit.cold("-a|") }
        let difference = timeline.difference(from: "(a") ?? ""
        #expect(difference.hasPrefix("invalid marble diagram, column 1: "))
        #expect(difference.hasSuffix("\ntimeline\ntick    012\nresult  -a|"))
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

    /// A class whose instances have equal descriptions.
    private final class Box: Equatable, Sendable {
        let value: Int

        init(_ value: Int) {
            self.value = value
        }

        static func == (left: Box, right: Box) -> Bool { left.value == right.value }
    }

    @Test func equalElementsHaveSameCharacter() {
        let source = kit.hot("-a-b-c|", values: ["a": Box(1), "b": Box(2), "c": Box(1)])
        let timeline = kit.timeline { source.map { Box($0.value) }.checkpoint("boxes") }
        #expect(timeline.description.contains("boxes   -a-b-a|"))
    }
}
