public import Rill

/// Keeps the events of a stream that runs on real threads, and lets a test wait for them.
///
///     let recorder = Recorder<Int>()
///     recorder.record(numbers.observeOn(SerialDispatchQueueScheduler(qos: .utility)))
///     #expect(recorder.waitForEnd(timeout: .seconds(10)))
///     #expect(recorder.values == [1, 2, 3])
///
/// Waiting blocks the thread until the event is there, without polling. Where virtual time will do, take
/// ``TestKit/record(subscribedAt:disposedAt:limit:file:line:_:)``: it needs no waiting and no luck.
public final class Recorder<Element: Sendable>: @unchecked Sendable {  // what changes is guarded by `condition`
    private let condition = Condition()
    private var received: [Event<Element>] = []
    private var isRecording = false

    /// Makes a recorder that has got nothing yet.
    public init() {}

    /// Subscribes to a stream.
    ///
    /// A recorder records one stream; for another one take another recorder.
    ///
    /// - Parameters:
    ///   - source: The stream.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: A handle that ends the subscription; dropping it does not.
    @discardableResult
    public func record(
        _ source: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let wasRecording = condition.withLock {
            defer { isRecording = true }
            return isRecording
        }
        if wasRecording {
            fatalError("Recorder: it records a stream already; take another one for each", file: file, line: line)
        }
        return source.subscribe(
            onNext: { self.take(.next($0)) },
            onError: { self.take(.error($0)) },
            onCompleted: { self.take(.completed) },
            file: file, line: line)
    }

    /// The events so far, in order.
    public var events: [Event<Element>] { condition.withLock { received } }

    /// The values so far, in order.
    public var values: [Element] { events.compactMap(\.element) }

    /// The error that ended the stream, if one did.
    public var error: (any Error)? { events.last?.error }

    /// Whether the stream ended by success.
    public var isCompleted: Bool { hasEnded && error == nil }

    /// Whether the stream ended, by success or by an error.
    public var hasEnded: Bool { events.last?.isTerminal ?? false }

    /// Blocks the thread until the stream has ended.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: Whether it has ended; false if the time is over.
    public func waitForEnd(timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { received.last?.isTerminal ?? false }
    }

    /// Blocks the thread until so many events have come, the end included.
    ///
    /// - Parameters:
    ///   - count: How many at least.
    ///   - timeout: How long to wait at most.
    /// - Returns: Whether they have come; false if the time is over.
    public func waitForEvents(_ count: Int, timeout: Duration) -> Bool {
        condition.wait(timeout: timeout) { received.count >= count }
    }

    private func take(_ event: Event<Element>) {
        condition.withLock { received.append(event) }
        condition.broadcast()
    }
}
