public import Rill

/// Records the events of a stream that runs on real threads, and lets a test wait for them.
///
///     let recorder = Recorder(numbers.observeOn(SerialDispatchQueueScheduler(qos: .utility)))
///     #expect(await recorder.waitForEnd(timeout: .seconds(10)))
///     #expect(recorder.values == [1, 2, 3])
///
/// In an asynchronous test, waiting suspends the task; in a synchronous test, it blocks the thread. Prefer virtual time
/// where possible, with ``TestKit/record(subscribedAt:disposedAt:limit:cpuTimeLimit:file:line:_:)``: such tests are fast and
/// deterministic.
public final class Recorder<Element: Sendable>: @unchecked Sendable {  // mutable state is guarded by `condition`
    private let condition = Condition()
    private var received: [Event<Element>] = []
    private var isRecording = false

    /// Whether the resources of the subscription have been released, or the recorder has no subscription of its own.
    private var isReleased = true

    /// Creates a recorder without a stream.
    ///
    /// Call ``record(_:file:line:)`` to subscribe to one.
    public init() {}

    /// Creates a recorder and subscribes to a stream.
    ///
    /// The subscription lasts until the stream terminates. To be able to dispose it earlier, use ``init()`` and
    /// ``record(_:file:line:)``.
    ///
    /// - Parameters:
    ///   - source: The stream.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    public convenience init(_ source: Observable<Element>, file: StaticString = #fileID, line: UInt = #line) {
        self.init()
        record(source, file: file, line: line)
    }

    /// Subscribes to a stream.
    ///
    /// A recorder can record only one stream.
    ///
    /// - Parameters:
    ///   - source: The stream.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    /// - Returns: A handle that disposes the subscription. Releasing the handle does not dispose it.
    @discardableResult
    public func record(_ source: Observable<Element>, file: StaticString = #fileID, line: UInt = #line) -> Disposable {
        let wasRecording = condition.withLock {
            defer { isRecording = true }
            if !isRecording { isReleased = false }
            return isRecording
        }
        if wasRecording {
            fatalError("Recorder: already recording a stream. Use one recorder per stream", file: file, line: line)
        }
        return source.subscribe(isPaused: false, file: file, line: line, onRelease: released) { self.receive($0) }
    }

    private func released() {
        condition.withLock { isReleased = true }
        condition.broadcast()
    }

    /// Whether the stream has terminated and its resources have been released.
    ///
    /// Must be called with the lock held.
    private var isFinished: Bool { isReleased && received.last?.isTerminal == true }

    /// The events received so far, in order.
    public var events: [Event<Element>] { condition.withLock { received } }

    /// The elements received so far, in order.
    public var values: [Element] { events.compactMap(\.element) }

    /// The error that terminated the stream, if any.
    public var error: (any Error)? { events.last?.error }

    /// Whether the stream completed successfully.
    public var isCompleted: Bool { hasEnded && error == nil }

    /// Whether the stream completed or failed.
    public var hasEnded: Bool { events.last?.isTerminal ?? false }

    /// Blocks the thread until the stream completes or fails and its resources have been released.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: `true` if the stream terminated before the timeout; otherwise, `false`.
    public func waitForEnd(timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { isFinished }
    }

    /// Suspends the task until the stream completes or fails and its resources have been released.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: `true` if the stream terminated before the timeout; otherwise, `false`.
    public func waitForEnd(timeout: Duration) async -> Bool {
        await condition.wait(timeout: timeout) { [self] in isFinished }
    }

    /// Blocks the thread until the recorder has received a number of events.
    ///
    /// The terminal event counts, too.
    ///
    /// - Parameters:
    ///   - count: The minimum number of events.
    ///   - timeout: The maximum time to wait.
    /// - Returns: `true` if the events arrived before the timeout; otherwise, `false`.
    public func waitForEvents(_ count: Int, timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { received.count >= count }
    }

    /// Suspends the task until the recorder has received a number of events.
    ///
    /// The terminal event counts, too.
    ///
    /// - Parameters:
    ///   - count: The minimum number of events.
    ///   - timeout: The maximum time to wait.
    /// - Returns: `true` if the events arrived before the timeout; otherwise, `false`.
    public func waitForEvents(_ count: Int, timeout: Duration) async -> Bool {
        await condition.wait(timeout: timeout) { [self] in received.count >= count }
    }

    /// Records an event that the caller received from its own subscription.
    package func receive(_ event: Event<Element>) {
        condition.withLock { received.append(event) }
        condition.broadcast()
    }
}
