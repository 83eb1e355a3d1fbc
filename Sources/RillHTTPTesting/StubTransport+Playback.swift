internal import Rill
internal import RillHTTP

extension StubTransport {
    /// Sends the pieces of one answer as they fall due; while the subscriber is paused, it keeps them.
    final class Playback: @unchecked Sendable {  // `waiting` and `isSending` are guarded by `lock`
        private let observer: Observer<TransportEvent>
        private let note: @Sendable (Answer.Step) -> Void
        private let lock = Lock()
        private var waiting: ArraySlice<Answer.Step> = []

        /// Whether someone sends what waits, or will when the subscriber goes on.
        private var isSending = false

        /// Makes a playback that has sent nothing yet.
        ///
        /// - Parameters:
        ///   - observer: Gets the pieces.
        ///   - note: Is told of each piece before it is sent.
        init(to observer: Observer<TransportEvent>, note: @escaping @Sendable (Answer.Step) -> Void) {
            self.observer = observer
            self.note = note
        }

        /// Takes the pieces that are due now.
        func take(_ steps: [Answer.Step]) {
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
                    if observer.park({ self.send() }) { return }
                } else if let step = next() {
                    note(step)
                    observer.on(step.event)
                } else {
                    return
                }
            }
        }

        private func next() -> Answer.Step? {
            lock.withLock {
                let step = waiting.popFirst()
                if step == nil { isSending = false }
                return step
            }
        }
    }
}
