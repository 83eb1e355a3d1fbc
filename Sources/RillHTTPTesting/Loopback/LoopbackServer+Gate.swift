internal import RillSystem

extension LoopbackServer {
    /// A one-shot signal that blocks a response until a test opens it.
    ///
    ///     let gate = LoopbackServer.Gate()
    ///     let server = try LoopbackServer { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
    ///     // … the client has received the head …
    ///     gate.open()
    ///
    /// A gate can be opened once and then stays open. It uses two file descriptors while closed and one while open.
    public final class Gate: Sendable {
        // The reading end of a pipe reports a hang-up when the writing end is closed. A single `poll` call can
        // therefore wait for the gate and for a socket.
        private let reading: Descriptor
        private let writing: Monitor<Descriptor?>

        /// Creates a closed gate.
        ///
        /// - Precondition: Two file descriptors are available.
        public convenience init() {
            do {
                try self.init(pipe: Descriptor.makePipe())
            } catch {
                preconditionFailure("A gate needs two file descriptors: \(error)")
            }
        }

        init(pipe: (reading: Descriptor, writing: Descriptor)) {
            reading = pipe.reading
            writing = Monitor(pipe.writing)
        }

        /// Opens the gate and resumes all current and future waits.
        ///
        /// Does nothing if the gate is already open.
        public func open() {
            writing.update { $0 = nil }
        }

        /// A Boolean value that indicates whether the gate is open.
        public var isOpen: Bool {
            writing.read { $0 == nil }
        }

        /// Blocks the calling thread until the gate is open.
        ///
        /// - Parameter timeout: The maximum time to wait.
        /// - Returns: `true` if the gate is open, `false` if the wait timed out.
        public func wait(timeout: Duration) -> Bool {
            writing.wait(timeout: timeout) { $0 == nil ? true : nil } ?? false
        }

        /// The `poll` entry that reports an event when the gate is open.
        var pollEntry: Poll.Entry { Poll.Entry(descriptor: reading, events: POLLIN) }
    }
}
