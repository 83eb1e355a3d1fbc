#if os(Linux) || os(macOS)
    public import Foundation

    extension Process {
        private static let lock = NSLock()

        /// Starts the program with an empty signal mask.
        ///
        /// A child process inherits the signal mask of the calling thread, and Dispatch threads block most signals. With
        /// SIGTERM blocked, the program could not be terminated. With SIGCHLD blocked, a shell would not notice that its
        /// child process has exited.
        ///
        /// Programs start one at a time. Foundation detects that a child process has exited when a socket is closed,
        /// and a program that is started at the same time could inherit that socket.
        public func start() throws {
            try Self.lock.withLock {
                var none = sigset_t()
                var blocked = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, &blocked)
                defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
                try run()
            }
        }

        /// Sends a signal to the program's process group, which contains the programs that it has started, unless they
        /// have moved to other groups.
        ///
        /// Does nothing if the program is not running.
        public func signalGroup(_ signal: Int32) {
            guard isRunning else { return }
            // On Linux, Foundation makes each program the leader of a process group.
            if kill(-processIdentifier, signal) != 0 { kill(processIdentifier, signal) }
        }
    }
#endif
