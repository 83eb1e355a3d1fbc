internal import Synchronization

/// A subscription whose owner takes values at a pace of its own: a library above that hands them on to a system.
///
/// It begins held back: nothing is subscribed to before the first `open()`. A source that parks gives a value or a few for
/// each opening; of one that cannot, all come.
package final class HeldSource<Element: Sendable>: Sendable {
    private let scope: Scope
    private let source: Observable<Element>
    private let receive: @Sendable (Event<Element>) -> Void
    private let hasBegun = Atomic(false)

    /// Prepares a subscription.
    ///
    /// - Parameters:
    ///   - source: Whose values are wanted.
    ///   - name: What wants them, for traces and ledgers.
    ///   - file: Where.
    ///   - line: The line there.
    ///   - receive: Takes each event, one at a time; it may call the owner's `pause()`.
    package init(
        _ source: Observable<Element>, _ name: StaticString, file: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping @Sendable (Event<Element>) -> Void
    ) {
        self.source = source
        self.receive = receive
        scope = Scope(name, Place(file, line))
    }

    deinit {
        scope.stop()
    }

    /// Lets values come, on this thread or where the source sends them.
    package func open() {
        if !hasBegun.exchange(true, ordering: .acquiringAndReleasing) {
            let scope = scope
            source.start(
                Observer(scope) { [receive] event in
                    guard !scope.isStopped else { return }
                    if event.isTerminal { scope.stop() }
                    receive(event)
                })
        } else {
            scope.open()
        }
    }

    /// Asks the source to wait after the value that it is sending.
    package func pause() {
        scope.pause()
    }

    /// Ends the subscription, in silence.
    package func dispose() {
        scope.stop()
    }
}
