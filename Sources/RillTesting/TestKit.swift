/// What a test of streams needs: a clock that it moves itself, sources that it draws, and recordings that it compares.
///
///     let kit = TestKit()
///     let source = kit.hot("-1--2--3-|", values: ["1": 1, "2": 2, "3": 3])
///     let result = kit.record { source.map { $0 * 10 } }
///     result.difference(from: "-a--b--c-|", values: ["a": 10, "b": 20, "c": 30])     // nil: there is none
///     source.subscriptionDifference(from: "^--------!")                              // nil
///
/// Take a new kit for each test. It knows no test framework: what it finds are values and texts, for `#expect`,
/// `XCTAssertNil` or `precondition`.
public struct TestKit: Sendable {
    /// The one clock of the test; hand it to whatever waits.
    public let scheduler: TestScheduler

    /// Makes a kit whose clock stands at tick 0.
    ///
    /// - Parameter tick: The length of one character of a marble diagram, more than zero.
    public init(tick: Duration = .seconds(1)) {
        scheduler = TestScheduler(tick: tick)
    }

    // MARK: Sources from diagrams that are known to be good

    /// Makes a source that runs by itself from now on: subscribers see only what comes after they have subscribed.
    ///
    /// - Parameter diagram: What it sends; its tick 0 is now.
    /// - Returns: The source.
    public func hot<Element>(_ diagram: MarbleDiagram<Element>) -> TestableObservable<Element> {
        TestableObservable(diagram, isHot: true, scheduler: scheduler)
    }

    /// Makes a source that starts anew for each subscriber.
    ///
    /// - Parameter diagram: What it sends; its tick 0 is the time of the subscription.
    /// - Returns: The source.
    public func cold<Element>(_ diagram: MarbleDiagram<Element>) -> TestableObservable<Element> {
        TestableObservable(diagram, isHot: false, scheduler: scheduler)
    }
}
