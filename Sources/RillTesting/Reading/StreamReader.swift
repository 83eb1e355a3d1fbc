internal import Rill
internal import Synchronization

/// A subscription whose events a test reads one by one.
///
///     let reader = kit.reader(of: queries.debounce(.seconds(2), scheduler: kit.scheduler))
///     await reader.expectNothing(for: .seconds(4))
///     await reader.expectNext("rill")
///     await reader.expectCompleted()
///
/// `kit.reader(of:)` reads in virtual time: each call advances the clock of the kit to the time of the next event, runs
/// all work that is due by then, and takes no real time. `stream.testReader()` reads in real time: each call suspends the
/// task until the next event arrives or a timeout elapses. `RillSwiftTesting` and `RillXCTest` contain both methods.
///
/// Failures are reported at the line of the call. Only the first one is reported: later calls return without checking
/// anything, because the events that they expect may belong to the failed call. If the reader is released, usually at
/// the end of the test, and the test has not read all events that the reader received, the test fails at the line that
/// created the reader. Keep a reader in a local variable, because `XCTestCase` does not release its properties after a
/// test.
///
/// The source is paused as soon as the reader has an unread event. A source that supports back-pressure is at most one
/// event ahead of the test; the events of other sources are buffered without a limit. Use a reader from only one task
/// at a time. The same applies to all readers of a kit together, because they advance the same clock. If the task is
/// canceled, for example by a time limit of the test, calls that wait in real time fail immediately.
public final class StreamReader<Element: Sendable>: @unchecked Sendable {  // `failure` is guarded by `lock`
    typealias Entry = ReaderInbox<Element>.Entry

    private let pace: ReaderPace
    private let inbox: ReaderInbox<Element>
    private let subscription: PausableSubscription<Element>
    private let creation: ReaderLocation
    private let report: @Sendable (ReaderFailure) -> Void
    private let isWaiting = Atomic(false)
    private let isCanceled = Atomic(false)
    private let lock = Lock()

    /// The first failure, or `nil` if there is none.
    private var failure: ReaderFailure?

    /// Subscribes to a stream.
    ///
    /// - Parameters:
    ///   - source: The stream.
    ///   - pace: How the reader waits for events.
    ///   - location: The source location at which the reader is created.
    ///   - report: A closure that fails the test.
    package init(
        of source: Observable<Element>, _ pace: ReaderPace, at location: ReaderLocation,
        report: @escaping @Sendable (ReaderFailure) -> Void
    ) {
        let inbox = ReaderInbox<Element>(pace.scheduler)
        self.pace = pace
        self.inbox = inbox
        creation = location
        self.report = report
        let subscription = pace.watching {
            PausableSubscription(source, "reader", file: location.fileID, line: location.line) { inbox.receive($0) }
        }
        self.subscription = subscription
        inbox.subscription = subscription
        pace.watching { subscription.open() }
    }

    deinit {
        subscription.dispose()
        if let text = leftover { fail(text, at: creation) }
    }

    // MARK: Reading

    /// Returns the next element.
    ///
    /// - Parameter isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    /// - Returns: The element.
    /// - Throws: ``ReaderFailure`` if no element arrives, which is also reported at the calling line.
    public func next(
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Element {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let entry = try await read("an element", at: location)
        guard let element = entry.event.element else {
            throw fail("expected an element, got \(entry.text)", at: location)
        }
        return element
    }

    /// Expects the given elements as the next events, in this order.
    ///
    /// - Parameters:
    ///   - elements: The elements, which are compared with `==`.
    ///   - isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    public func expectNext(
        _ elements: Element..., isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async where Element: Equatable {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        for element in elements {
            let expected = Entry(event: .next(element), time: nil)
            guard let entry = try? await read(expected.text, at: location) else { return }
            if entry.event == expected.event { continue }
            let texts = describe(different: expected.event, entry.event)
            fail("expected \(texts.0), got \(texts.1)\(entry.suffix)", at: location)
        }
    }

    /// Expects that no event arrives for a duration.
    ///
    /// - Parameters:
    ///   - duration: The duration in virtual or real time. An event that arrives at the end of the duration is a failure
    ///     in virtual time.
    ///   - isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    public func expectNothing(
        for duration: Duration, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        guard firstFailure == nil else { return }
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let start = ContinuousClock.now
        let reason = inbox.isEmpty ? await wait(for: duration) : nil
        // On a busy machine, the task may resume long after the end of the duration.
        if let entry = inbox.entries.first, pace.scheduler != nil || entry.arrival - start <= duration {
            fail("expected nothing for \(duration), got \(entry.text)", at: location)
        } else if let reason {
            fail("expected nothing for \(duration): \(reason)", at: location)
        }
    }

    /// Expects completion as the next event.
    ///
    /// - Parameter isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    public func expectCompleted(
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let entry = try? await read("completed", at: location) else { return }
        if case .completed = entry.event { return }
        fail("expected completed, got \(entry.text)", at: location)
    }

    /// Expects an error of the given type as the next event.
    ///
    /// - Parameters:
    ///   - type: The type of the error.
    ///   - isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    /// - Returns: The error, for further checks, or `nil` after a failure.
    @discardableResult
    public func expectError<Failure: Error>(
        as type: Failure.Type, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Failure? {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let entry = try? await read("an error of type \(type)", at: location) else { return nil }
        if let error = entry.event.error as? Failure { return error }
        let text = describe(event: entry.event, isPrecise: entry.event.error != nil) + entry.suffix
        fail("expected an error of type \(type), got \(text)", at: location)
        return nil
    }

    /// Disposes the subscription, and expects that the test has read all events that the reader received.
    ///
    /// In virtual time, work that is due now runs first.
    ///
    /// - Parameter isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    public func disposeAndExpectNoUnreadEvents(
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        if pace.scheduler != nil { _ = await pace.wait(for: .zero, inbox) }
        isCanceled.store(true, ordering: .relaxed)
        subscription.dispose()
        if let text = leftover { fail(text, at: location) }
    }

    // MARK: Failures

    private var firstFailure: ReaderFailure? { lock.withLock { failure } }

    /// Reports a failure if it is the first one.
    ///
    /// - Parameters:
    ///   - text: The failure message.
    ///   - location: The source location of the call.
    /// - Returns: The failure.
    @discardableResult
    private func fail(_ text: String, at location: ReaderLocation) -> ReaderFailure {
        let new = ReaderFailure(description: text, location: location)
        let isFirst = lock.withLock {
            defer { if failure == nil { failure = new } }
            return failure == nil
        }
        if isFirst { report(new) }
        return new
    }

    // MARK: Waiting

    /// Returns the next event.
    ///
    /// If there is none, reports and throws the reason.
    private func read(
        _ expectation: String, at location: ReaderLocation, isolation: isolated (any Actor)? = #isolation
    ) async throws(ReaderFailure) -> Entry {
        if let failure = firstFailure { throw failure }
        if let entry = inbox.take() { return entry }
        let history = inbox.history
        if let end = history.last, end.event.isTerminal {
            throw fail("expected \(expectation), but the stream had ended with \(end.text)", at: location)
        }
        if isCanceled.load(ordering: .relaxed) {
            throw fail("expected \(expectation), but the reader was canceled", at: location)
        }
        let reason = await wait(for: nil)
        if let entry = inbox.take() { return entry }
        let last = history.suffix(3).map(\.text).joined(separator: ", ")
        let before = last.isEmpty ? "" : ". Events read so far: \(history.count > 3 ? "…, " : "")\(last)"
        let text = "expected \(expectation), got nothing: \(reason ?? "")\(before)"
        throw fail(pace.scheduler?.explaining(text) ?? text, at: location)
    }

    /// Waits until an event arrives, unless another call is already waiting.
    ///
    /// - Returns: The reason why no event arrived, or `nil` if an event arrived or the duration elapsed.
    private func wait(for duration: Duration?, isolation: isolated (any Actor)? = #isolation) async -> String? {
        guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else {
            return "another call waits for an event. Use a reader from one task at a time"
        }
        defer { isWaiting.store(false, ordering: .releasing) }
        return await pace.wait(for: duration, inbox)
    }

    /// The failure message for unread events, or `nil` if there are none.
    private var leftover: String? {
        let entries = inbox.entries
        guard !entries.isEmpty else { return nil }
        let shown = entries.prefix(5).map(\.text) + (entries.count > 5 ? ["… and \(entries.count - 5) more"] : [])
        let subject = entries.count == 1 ? "1 event was" : "\(entries.count) events were"
        return "\(subject) not read: \(shown.joined(separator: ", "))"
    }
}
