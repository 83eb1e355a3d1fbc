public import Rill

/// The rules of the event contract as tests for operators and sources that are implemented outside of Rill.
///
/// To check a rule for operators, pass the operator and the elements that it should emit for a source of 1, 2, and 3. To
/// check a rule for sources, pass the source and its expected elements. A violated rule throws an error, so the suite
/// works with every test framework:
///
///     @Test(arguments: ContractSuite.operatorRules)
///     func recordsFollowTheContract(_ rule: ContractSuite.OperatorRule) async throws {
///         try await rule.check(emitting: [1, 2, 3]) { $0.records() }
///     }
///
///     @Test(arguments: ContractSuite.sourceRules)
///     func countdownFollowsTheContract(_ rule: ContractSuite.SourceRule) async throws {
///         try await rule.check(emitting: [3, 2, 1]) { .countdown(from: 3) }
///     }
///
/// Rill's own tests run these rules for all operators and sources of Rill. The numbers refer to the page "The event
/// contract". The suite checks rules 1.1, 1.2, 1.4, 1.6, 2.1 to 2.5, 3.1 to 3.3, and 5.2 for operators, and rules 1.1,
/// 1.6, 2.3, 2.5, 3.1, 5.1, and 5.3 for sources. It does not check:
///
/// - Threads and races (1.3, 1.7, and 2.6). For rule 1.3, it only detects events that overlap while another rule is
///   checked.
/// - Errors that the closures of an operator throw (1.5), and operators inside other operators (1.8).
/// - The number of objects in memory (3.4), subscriptions that are no longer referenced (3.5), and the order in which
///   resources are released (3.6 and 3.7).
/// - Stack depth (4.1 and 4.2).
/// - Buffer overflow (5.4), and operators that continue with another source (5.5).
public enum ContractSuite {
    /// The rules for operators.
    public static let operatorRules: [OperatorRule] = eventRules + disposalRules + releaseRules + pauseRules

    /// The rules for sources.
    public static let sourceRules: [SourceRule] = sourceEventRules + sourcePauseRules

    /// A rule for operators.
    public struct OperatorRule: Sendable, CustomStringConvertible {
        /// The number and text of the rule, for example `2.2 disposal is idempotent`.
        public let description: String

        /// Whether the rule applies only to operators that deliver events on the thread that sends them.
        let requiresSynchronousDelivery: Bool

        /// Whether the rule applies only to operators that forward pauses to their source.
        package let requiresPausing: Bool

        private let body: @Sendable (OperatorSubject) async throws -> Void

        init(
            _ description: String, requiresSynchronousDelivery: Bool = false, requiresPausing: Bool = false,
            _ body: @escaping @Sendable (OperatorSubject) async throws -> Void
        ) {
            self.description = description
            self.requiresSynchronousDelivery = requiresSynchronousDelivery
            self.requiresPausing = requiresPausing
            self.body = body
        }

        /// Checks that an operator follows the rule.
        ///
        /// If the parameters state that the rule does not apply to the operator, the check succeeds.
        ///
        /// - Parameters:
        ///   - output: The elements that the operator emits for a source of 1, 2, and 3.
        ///   - recovery: The elements that the operator emits if its source fails immediately, before it completes.
        ///     Defaults to `nil`, which means that the operator forwards the error.
        ///   - isSynchronous: Whether the operator delivers events on the thread that sends them. Defaults to `true`.
        ///   - forwardsPauses: Whether the operator pauses its source while its subscriber is paused. Defaults to `true`;
        ///     pass `false` for an operator that emits only when its source completes.
        ///   - build: A closure that applies the operator to a source.
        /// - Throws: ``Failure``.
        public func check(
            emitting output: [Int], recovering recovery: [Int]? = nil, isSynchronous: Bool = true,
            forwardsPauses: Bool = true, _ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>
        ) async throws {
            if requiresSynchronousDelivery && !isSynchronous || requiresPausing && !forwardsPauses { return }
            try await body(OperatorSubject(rule: description, output: output, recovery: recovery, build: build))
        }
    }

    /// A rule for sources.
    public struct SourceRule: Sendable, CustomStringConvertible {
        /// The number and text of the rule, for example `1.6 each subscriber has its own stream`.
        public let description: String

        /// Whether the rule applies only to sources that support back-pressure.
        package let requiresPausing: Bool

        private let body: @Sendable (SourceSubject) async throws -> Void

        init(
            _ description: String, requiresPausing: Bool = false,
            _ body: @escaping @Sendable (SourceSubject) async throws -> Void
        ) {
            self.description = description
            self.requiresPausing = requiresPausing
            self.body = body
        }

        /// Checks that a source follows the rule.
        ///
        /// - Parameters:
        ///   - output: The elements that the source emits before it completes.
        ///   - supportsBackPressure: Whether the source emits nothing while its subscriber is paused. Defaults to
        ///     `true`. If it is `false`, the rules about back-pressure are not checked.
        ///   - build: A closure that creates the source.
        /// - Throws: ``Failure``.
        public func check(
            emitting output: [Int], supportsBackPressure: Bool = true,
            _ build: @escaping @Sendable () -> Observable<Int>
        ) async throws {
            if requiresPausing && !supportsBackPressure { return }
            try await body(SourceSubject(rule: description, output: output, build: build))
        }
    }

    /// The violation of a rule.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The number and text of the rule, followed by the difference.
        public let description: String
    }
}

/// An operator under test.
typealias OperatorSubject = RuleSubject<@Sendable (Observable<Int>) -> Observable<Int>>

/// A source under test.
typealias SourceSubject = RuleSubject<@Sendable () -> Observable<Int>>

/// A stream under test, with the parameters of a check.
struct RuleSubject<Build: Sendable>: Sendable {
    let rule: String
    let output: [Int]

    /// The elements that an operator emits if its source fails, or `nil` if it forwards the error.
    var recovery: [Int]?
    let build: Build

    func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
        if !condition { throw ContractSuite.Failure(description: "\(rule): \(text())") }
    }

    func expect<Value: Equatable>(_ value: Value, is expected: Value, _ name: String) throws {
        try expect(value == expected, "expected \(name) to be \(expected), got \(value)")
    }

    /// Waits for the terminal event, and expects the given elements followed by completion.
    func expectCompletion(of recording: ContractRecording, after elements: [Int]) async throws {
        try await expectEnd(of: recording)
        try expect(recording.recorder.values, is: elements, "the elements")
        try expect(recording.recorder.isCompleted, "expected completion, got \(recording.events)")
    }

    /// Waits for the terminal event, and expects exactly one terminal event and no overlapping events.
    func expectEnd(of recording: ContractRecording) async throws {
        try await expectEnd(of: recording.recorder)
        try expect(recording.events.count(where: \.isTerminal), is: 1, "the number of terminal events")
        try expect(!recording.hasOverlap, "an event arrived during another event")
    }

    /// Runs work that ends a subscription, and expects the release of the source even though the handle is retained.
    func expectRelease(
        of name: String = "the source", _ work: (_ released: Flag) async throws -> Disposable
    ) async throws {
        let released = Flag()
        let subscription = try await work(released)
        try await expect(released, "the release of \(name)")
        withExtendedLifetime(subscription) {}
    }

    /// Waits for a flag, because on a real queue, the last reference may be released shortly after the last event.
    func expect(_ flag: Flag, _ name: String) async throws {
        try expect(await flag.wait(), "timed out waiting for \(name)")
    }

    func expectEvents(_ count: Int, of recorder: Recorder<Int>, _ name: String = "an event") async throws {
        try expect(await recorder.waitForEvents(count, timeout: .seconds(60)), "timed out waiting for \(name)")
    }

    func expectEnd(of recorder: Recorder<Int>) async throws {
        let hasEnded = await recorder.waitForEnd(timeout: .seconds(60))
        try expect(hasEnded, "timed out waiting for the terminal event after \(recorder.events)")
    }
}
