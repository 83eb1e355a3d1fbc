package import Rill

/// Sends the items of a source when they are due, and buffers them while the subscriber is paused.
///
/// Buffered items are sent in order as soon as the subscriber resumes, until it pauses again.
package final class Playback<Element: Sendable, Item: Sendable>: @unchecked Sendable {
    // `waiting` and `isSending` are guarded by `lock`.

    private let observer: Observer<Element>
    private let onPause: @Sendable (Bool) -> Void
    private let send: @Sendable (Item) -> Void
    private let lock = Lock()
    private var waiting: ArraySlice<Item> = []

    /// Whether a call to `drain` is running, or waits for the subscriber to resume.
    private var isSending = false

    /// Creates a playback.
    ///
    /// - Parameters:
    ///   - observer: The subscriber.
    ///   - onPause: A closure that is called with `true` when the playback finds that the subscriber is paused, and
    ///     with `false` when the subscriber resumes.
    ///   - send: A closure that sends an item to the subscriber.
    package init(
        to observer: Observer<Element>, onPause: @escaping @Sendable (Bool) -> Void = { _ in },
        send: @escaping @Sendable (Item) -> Void
    ) {
        self.observer = observer
        self.onPause = onPause
        self.send = send
    }

    /// Adds the items that are due now, and sends them unless another call is already sending.
    ///
    /// With no items, only checks whether the subscriber is paused.
    package func enqueue(_ items: [Item]) {
        let isFirst = lock.withLock {
            waiting.append(contentsOf: items)
            defer { isSending = true }
            return !isSending
        }
        if isFirst { drain() }
    }

    private func drain() {
        while !observer.isDisposed {
            if observer.isPaused {
                onPause(true)
                let isParked = observer.whenResumed {
                    self.onPause(false)
                    self.drain()
                }
                if isParked { return }
                onPause(false)
            } else if let item = next() {
                send(item)
            } else {
                return
            }
        }
    }

    private func next() -> Item? {
        lock.withLock {
            let item = waiting.popFirst()
            if item == nil { isSending = false }
            return item
        }
    }
}
