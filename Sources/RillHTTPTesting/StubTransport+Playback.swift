internal import Rill
internal import RillHTTP

extension StubTransport {
    /// Sends the steps of one response when they are due, and buffers them while the subscriber is paused.
    final class Playback: @unchecked Sendable {  // `waiting` and `isSending` are guarded by `lock`
        private let observer: Observer<TransportEvent>
        private let note: @Sendable (Response.Step) -> Void
        private let lock = Lock()
        private var waiting: ArraySlice<Response.Step> = []

        /// Whether a call to `send` is running, or is scheduled for when the subscriber resumes.
        private var isSending = false

        /// Creates a playback.
        ///
        /// - Parameters:
        ///   - observer: The subscriber that receives the events.
        ///   - note: A closure that the playback calls with each step before sending it.
        init(to observer: Observer<TransportEvent>, note: @escaping @Sendable (Response.Step) -> Void) {
            self.observer = observer
            self.note = note
        }

        /// Buffers the steps that are due now, and sends them unless another call is already sending.
        func enqueue(_ steps: [Response.Step]) {
            let isFirst = lock.withLock {
                waiting.append(contentsOf: steps)
                defer { isSending = true }
                return !isSending
            }
            if isFirst { send() }
        }

        private func send() {
            while !observer.isDisposed {
                if observer.isPaused {
                    if observer.whenResumed({ self.send() }) { return }
                } else if let step = next() {
                    note(step)
                    observer.on(step.event)
                } else {
                    return
                }
            }
        }

        private func next() -> Response.Step? {
            lock.withLock {
                let step = waiting.popFirst()
                if step == nil { isSending = false }
                return step
            }
        }
    }
}
