internal import Synchronization

/// A subscription whose owner controls the rate of elements, for code that forwards elements to an API that requests data.
///
/// The subscription is initially paused: the source is not subscribed to before the first call to `open()`. A source
/// that supports back-pressure emits one or a few elements per call to `open()`; other sources emit without regard to
/// pauses.
public final class PausableSubscription<Element: Sendable>: Sendable {
    private let scope: Scope
    private let source: Observable<Element>
    private let receive: @Sendable (Event<Element>) -> Void
    private let checksEvents: Bool
    private let hasStarted = Atomic(false)

    /// Creates a paused subscription.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - name: The name of the subscriber, for error traces and leak reports.
    ///   - file: The file of the call, for error traces.
    ///   - line: The line of the call, for error traces.
    ///   - receive: A closure that receives each event, one at a time. It may call `pause()`.
    public convenience init(
        _ source: Observable<Element>, _ name: StaticString, file: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping @Sendable (Event<Element>) -> Void
    ) {
        self.init(source, name, checksEvents: true, file: file, line: line, receive)
    }

    /// Creates a paused subscription for a test, which can also receive events after disposal and after the terminal event.
    package init(
        _ source: Observable<Element>, _ name: StaticString, checksEvents: Bool, file: StaticString = #fileID,
        line: UInt = #line, _ receive: @escaping @Sendable (Event<Element>) -> Void
    ) {
        self.source = source
        self.receive = receive
        self.checksEvents = checksEvents
        scope = Scope(name, CallSite(file, line))
        list()
    }

    deinit {
        unlist()
        scope.stop()
    }

    /// Subscribes to the source, or resumes it.
    ///
    /// Elements may arrive on this thread or on a thread of the source.
    public func open() {
        if !hasStarted.exchange(true, ordering: .acquiringAndReleasing) {
            let scope = scope
            if scope.isStopped { return }
            if scope.isPausedByOwner { scope.open() }
            source.attachRoot(
                Observer(scope) { [receive, checksEvents] event in
                    guard !checksEvents || !scope.isStopped else { return }
                    if event.isTerminal { scope.beginStop() }
                    receive(event)
                    if event.isTerminal { scope.finishStop() }
                })
        } else {
            scope.open()
        }
    }

    /// Asks the source to pause after the current element.
    public func pause() {
        scope.pause()
    }

    /// Cancels the subscription without sending an event.
    public func dispose() {
        scope.stop()
    }
}

extension PausableSubscription: ListedBuffer {
    var pausedScope: Scope { scope }

    /// The subscriber buffers elements itself.
    var bufferedCount: Int { 0 }
}
