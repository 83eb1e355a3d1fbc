/// The tools for testing a stream: a clock that the test controls, sources from marble diagrams, and recordings.
///
///     let kit = TestKit()
///     let source = kit.hot("-1--2--3-|", values: ["1": 1, "2": 2, "3": 3])
///     let result = kit.record { source.map { $0 * 10 } }
///     result.difference(from: "-a--b--c-|", values: ["a": 10, "b": 20, "c": 30])     // nil: there is none
///     source.subscriptionDifference(from: "^--------!")                              // nil
///
/// Create a new kit for each test. A kit does not depend on a test framework: it returns values and failure messages,
/// which you can check with `#expect`, `XCTAssertNil`, or `precondition`.
public struct TestKit: Sendable {
    /// The clock of the test.
    ///
    /// Pass it to all operators that take a scheduler.
    public let scheduler: TestScheduler

    /// Creates a kit whose clock is at tick 0.
    ///
    /// - Parameter tick: The duration of one character of a marble diagram. Must be greater than zero. Defaults to one
    ///   second.
    public init(tick: Duration = .seconds(1)) {
        self.init(scheduler: TestScheduler(tick: tick))
    }

    /// Creates a kit with a clock.
    package init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    // MARK: Sources from parsed diagrams

    /// Creates a hot source: it starts now, and subscribers receive only later events.
    ///
    /// - Parameter diagram: The events to emit; tick 0 is the current time.
    /// - Returns: The source.
    public func hot<Element>(_ diagram: MarbleDiagram<Element>) -> TestableObservable<Element> {
        TestableObservable(diagram, isHot: true, scheduler: scheduler)
    }

    /// Creates a cold source: it starts from the beginning for each subscriber.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the time of the subscription.
    ///   - pauses: Whether the source holds its events while the subscriber is paused. Defaults to `false`.
    /// - Returns: The source.
    public func cold<Element>(_ diagram: MarbleDiagram<Element>, pauses: Bool = false) -> TestableObservable<Element> {
        TestableObservable(diagram, isHot: false, pauses: pauses, scheduler: scheduler)
    }
}
