#if os(Linux)
    internal import CCurl
    internal import Rill

    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// One thread that runs libcurl for all exchanges started on it.
    ///
    /// The thread begins with the first exchange. It ends when the loop is shut down or nobody holds it any more; exchanges
    /// that still run then end as aborted. Nobody waits for the thread, so the last owner may be let go on it.
    final class CurlLoop: Sendable {
        /// The maximum number of connections that are kept while no exchange uses them.
        static let idleConnections = 256

        private let options: TransportOptions
        private let mailbox = CurlMailbox()
        private let onStop: (@Sendable () -> Void)?

        /// Makes a loop; opens nothing yet.
        ///
        /// - Parameters:
        ///   - options: What is the same for all exchanges.
        ///   - onStop: Called on the thread as the last thing it does, when all handles are gone.
        init(options: TransportOptions = TransportOptions(), onStop: (@Sendable () -> Void)? = nil) {
            self.options = options
            self.onStop = onStop
        }

        deinit {
            shutDown()
        }

        /// Begins an exchange, unless it has been cancelled before.
        ///
        /// - Parameter transfer: An exchange that was never started.
        /// - Throws: What keeps the exchange from beginning. Its handler is then let go without a call.
        func start(_ transfer: CurlTransfer) throws(CurlFailure) {
            do throws(CurlFailure) {
                try open()
                guard transfer.attach(to: mailbox) else { return }
                guard mailbox.post(.start(transfer)) else { throw CurlMailbox.closed }
            } catch {
                transfer.cancel()
                throw error
            }
        }

        /// Ends all exchanges as aborted, closes all connections and ends the thread; does not wait for that.
        func shutDown() {
            mailbox.close()
        }

        // MARK: Thread

        private func open() throws(CurlFailure) {
            if let reason = ccurl_open() {
                throw CurlFailure(kind: .unavailable, message: String(cString: reason))
            }
            try mailbox.openOnce { () throws(CurlFailure) in try launch() }
        }

        private func launch() throws(CurlFailure) -> OpaquePointer {
            guard let multi = ccurl_multi_init() else {
                throw CurlFailure(kind: .unavailable, message: "libcurl could not be started: out of memory")
            }
            guard let poller = ccurl_poller_make(multi, Int32(Self.idleConnections)) else {
                let reason = String(cString: strerror(errno))
                ccurl_multi_cleanup(multi)
                throw CurlFailure(kind: .unavailable, message: "nothing to wait with for libcurl: \(reason)")
            }
            CurlExit.enter(mailbox)
            let start = CurlThreadStart(
                mailbox: mailbox, multi: multi, poller: poller, options: options, onStop: onStop)
            let status = start.run()
            guard status == 0 else {
                CurlExit.leave(mailbox)
                ccurl_multi_cleanup(multi)
                ccurl_poller_free(poller)
                let reason = String(cString: strerror(status))
                throw CurlFailure(kind: .unavailable, message: "no thread for libcurl: \(reason)")
            }
            return poller
        }
    }

    /// Takes to a new thread what it needs.
    private final class CurlThreadStart {
        private let mailbox: CurlMailbox
        private let multi: UnsafeMutableRawPointer
        private let poller: OpaquePointer
        private let options: TransportOptions
        private let onStop: (@Sendable () -> Void)?

        init(
            mailbox: CurlMailbox, multi: UnsafeMutableRawPointer, poller: OpaquePointer,
            options: TransportOptions, onStop: (@Sendable () -> Void)?
        ) {
            self.mailbox = mailbox
            self.multi = multi
            self.poller = poller
            self.options = options
            self.onStop = onStop
        }

        func run() -> Int32 {
            let start = Unmanaged.passRetained(self)
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { start in
                    guard let start else { return nil }
                    Unmanaged<CurlThreadStart>.fromOpaque(start).takeRetainedValue().main()
                    return nil
                }, start.toOpaque())
            guard status == 0 else {
                start.release()
                return status
            }
            return pthread_detach(thread)
        }

        private func main() {
            ccurl_name_thread("rill-curl")
            ccurl_keep_freed_memory()
            // A connection closed by the server must not end the process. libcurl leaves that to us (NOSIGNAL).
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)

            mailbox.enter()
            CurlEngine(mailbox: mailbox, multi: multi, poller: poller, options: options).run()
            CurlExit.leave(mailbox)
            onStop?()
        }
    }
#endif
