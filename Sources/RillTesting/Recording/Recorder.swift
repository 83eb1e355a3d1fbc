public import Rill

/// Records the events of a stream that runs on real threads, and lets a test wait for them.
///
///     let recorder = Recorder<Int>()
///     recorder.record(numbers.observeOn(SerialDispatchQueueScheduler(qos: .utility)))
///     #expect(recorder.waitForEnd(timeout: .seconds(10)))
///     #expect(recorder.values == [1, 2, 3])
///
/// Waiting blocks the thread, without polling. Prefer virtual time where possible, with
/// ``TestKit/record(subscribedAt:disposedAt:limit:file:line:_:)``: such tests are fast and deterministic.
public final class Recorder<Element: Sendable>: @unchecked Sendable {  // mutable state is guarded by `condition`
    private let condition = Condition()
    private var received: [Event<Element>] = []
    private var isRecording = false

    /// Creates a recorder.
    public init() {}

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
    public func record(
        _ source: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let wasRecording = condition.withLock {
            defer { isRecording = true }
            return isRecording
        }
        if wasRecording {
            fatalError("Recorder: already recording a stream. Use one recorder per stream", file: file, line: line)
        }
        return source.subscribe(
            onNext: { self.append(.next($0)) },
            onError: { self.append(.error($0)) },
            onCompleted: { self.append(.completed) },
            file: file, line: line)
    }

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

    /// Blocks the thread until the stream completes or fails.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: Whether the stream terminated before the timeout.
    public func waitForEnd(timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { received.last?.isTerminal ?? false }
    }

    /// Blocks the thread until the recorder has received a number of events, including the terminal event.
    ///
    /// - Parameters:
    ///   - count: The minimum number of events.
    ///   - timeout: The maximum time to wait.
    /// - Returns: Whether the events arrived before the timeout.
    public func waitForEvents(_ count: Int, timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { received.count >= count }
    }

    private func append(_ event: Event<Element>) {
        condition.withLock { received.append(event) }
        condition.broadcast()
    }
}
