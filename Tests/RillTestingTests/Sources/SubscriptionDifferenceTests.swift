import Rill
import RillTesting
import Testing

@Suite struct SubscriptionDifferenceTests {
    let kit = TestKit()

    /// Returns a source with a subscription from tick 0 to tick 9 and one from tick 2 to tick 3.
    private func source() throws -> TestableObservable<String> {
        let source = kit.hot("-1--2--3-|")
        _ = kit.observe { source.asObservable() }
        _ = kit.observe(subscribedAt: 2, disposedAt: 3) { source.asObservable() }
        try kit.scheduler.run()
        return source
    }

    @Test func equalSubscriptionsHaveNoDifference() throws {
        #expect(try source().subscriptionDifference(from: "^--------!", "--^!") == nil)
    }

    @Test func reportsADifferentEnd() throws {
        #expect(
            try source().subscriptionDifference(from: "^--------!", "--^-!") == """
                subscription 2 differs at tick 3: expected nothing, got '!'
                expected  ^--------!
                actual    ^--------!
                expected  --^-!
                actual    --^!
                             ^
                """)
    }

    @Test func reportsAMissingEnd() throws {
        let source = kit.cold("-a-")
        _ = kit.observe { source.asObservable() }
        try kit.scheduler.run()
        let message = differenceMessage("subscription 1 ", tick: 4, "expected '!', got nothing", "^---!", "^----")
        #expect(source.subscriptionDifference(from: "^---!") == message)
    }

    @Test func reportsADifferentStart() throws {
        #expect(
            try source().subscriptionDifference(from: "-^-------!", "--^!") == """
                subscription 1 differs at tick 0: expected nothing, got '^'
                expected  -^-------!
                actual    ^--------!
                          ^
                expected  --^!
                actual    --^!
                """)
    }

    @Test func reportsAMissingSubscription() throws {
        #expect(
            try source().subscriptionDifference(from: "^--------!", "--^!", "-----(^!)") == """
                subscription 3 differs at tick 5: expected '^', got nothing
                expected  ^--------!
                actual    ^--------!
                expected  --^!
                actual    --^!
                expected  -----(^!)
                actual    (none)
                """)
    }

    @Test func reportsAnUnexpectedSubscription() throws {
        #expect(
            try source().subscriptionDifference(from: "^--------!") == """
                subscription 2 differs at tick 2: expected nothing, got '^'
                expected  ^--------!
                actual    ^--------!
                expected  (none)
                actual    --^!
                """)
    }

    @Test func alignsGroups() {
        let source = kit.cold("-|")
        _ = kit.record { source.asObservable() }
        #expect(
            source.subscriptionDifference(from: "(^!)") == """
                subscription 1 differs at tick 0: expected '!', got nothing
                tick      0   1
                expected  (^!)
                actual    ^   !
                          ^
                """)
    }

    @Test func describesSpansBetweenTicksAsText() {
        let source = kit.cold("-a-")
        let observer = kit.observe { source.asObservable() }
        kit.scheduler.advance(by: .milliseconds(1_500))
        observer.dispose()
        #expect(
            source.subscriptionDifference(from: "^!") == """
                subscription 1 differs at tick 1: expected '!', got nothing
                expected  ^!
                actual    from tick 0 to tick 1 + 0.5 seconds
                """)
    }

    @Test func reportsAnInvalidDiagram() throws {
        let message = invalidDiagram("--", column: 1, "missing '^'. To expect no subscription, pass no diagram")
        #expect(try source().subscriptionDifference(from: "^-!", "--") == message)
    }

    @Test func showsFirstAndLastOfManySubscriptions() throws {
        let source = kit.cold("-a-")
        for _ in 0..<12 { _ = kit.observe(subscribedAt: 0, disposedAt: 1) { source.asObservable() } }
        try kit.scheduler.run()
        var expected = Array(repeating: "^!", count: 12)
        expected[5] = "^-!"
        let same = """
            expected  ^!
            actual    ^!
            """
        #expect(
            source.subscriptionDifference(from: expected) == """
                subscription 6 differs at tick 1: expected nothing, got '!'
                \(same)
                \(same)
                \(same)
                \(same)
                \(same)
                expected  ^-!
                actual    ^!
                           ^
                \(same)
                (2 more subscriptions)
                \(same)
                \(same)
                \(same)
                """)
    }
}
