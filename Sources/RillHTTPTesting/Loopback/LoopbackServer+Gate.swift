#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension LoopbackServer {
    /// What a response waits at until a test opens it.
    ///
    ///     let gate = LoopbackServer.Gate()
    ///     let server = try LoopbackServer { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
    ///     // … the client has the head …
    ///     gate.open()
    ///
    /// A gate is opened once and stays open. Until it is open it holds two file descriptors, later one.
    public final class Gate: Sendable {
        // The reading end of a pipe reports a hang-up as soon as the writing end is closed: a thread can wait for that
        // and for its socket in one call.
        private let reading: Descriptor
        private let writing: Monitor<Descriptor?>

        /// Creates a closed gate; traps if the process has no file descriptor left.
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

        /// Opens the gate, for all who wait and all who come later; does nothing if it is open.
        public func open() {
            writing.update { $0 = nil }
        }

        /// Whether the gate is open.
        public var isOpen: Bool {
            writing.read { $0 == nil }
        }

        /// Blocks the calling thread until the gate is open.
        ///
        /// - Parameter timeout: How long to wait at most.
        /// - Returns: Whether the gate is open.
        public func wait(timeout: Duration) -> Bool {
            writing.wait(timeout: timeout) { $0 == nil ? true : nil } ?? false
        }

        /// What `poll` reports once the gate is open.
        var pollEntry: Poll.Entry { Poll.Entry(descriptor: reading, events: POLLIN) }
    }
}
