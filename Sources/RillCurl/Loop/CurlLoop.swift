#if os(Linux)
    internal import CRillCurl
    internal import Foundation
    internal import RillHTTPTypes
    internal import Synchronization

    /// Runs libcurl for all exchanges started on the loop, on a thread of its own.
    ///
    /// The thread starts with the first exchange. It ends when the loop is shut down or deallocated; exchanges that are
    /// still running then fail as aborted. No thread joins it, so the last reference to the loop may be released on the
    /// loop's own thread.
    final class CurlLoop: Sendable {
        /// The maximum number of idle connections: at most 256, and at most an eighth of the files that the process may open.
        static let idleConnections = {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
            return Int(min(max(limit.rlim_cur / 8, 1), 256))
        }()

        private let options: TransportOptions
        private let mailbox = CurlMailbox()
        private let onStop: (@Sendable () -> Void)?

        /// The number of exchanges that run on the loop, which `CurlLoops` increments.
        let count = Atomic(0)

        /// Creates a loop without starting its thread.
        ///
        /// - Parameters:
        ///   - options: The options of all exchanges.
        ///   - onStop: A closure that is called on the thread immediately before it ends, after all handles have been freed.
        init(options: TransportOptions = TransportOptions(), onStop: (@Sendable () -> Void)? = nil) {
            self.options = options
            self.onStop = onStop
        }

        deinit {
            shutDown()
        }

        /// Starts an exchange, unless it has been canceled.
        ///
        /// - Parameter transfer: An exchange that has never been started.
        /// - Throws: The failure that prevents the start. The handler is released without a call.
        func start(_ transfer: CurlTransfer) throws(TransportError) {
            do throws(TransportError) {
                try open()
                guard transfer.attach(to: mailbox) else { return }
                guard mailbox.post(.start(transfer)) else { throw CurlMailbox.closed }
            } catch {
                transfer.cancel()
                throw error
            }
        }

        /// Decrements the number of exchanges when one has ended.
        func release() {
            count.subtract(1, ordering: .relaxed)
        }

        /// Fails all exchanges as aborted, closes all connections and ends the thread.
        ///
        /// Returns without waiting.
        func shutDown() {
            mailbox.close()
        }

        // MARK: Thread

        /// Starts the thread, unless it has been started.
        func open() throws(TransportError) {
            if let reason = ccurl_open() { throw Self.failure(String(cString: reason)) }
            try mailbox.openOnce { () throws(TransportError) in try launch() }
        }

        /// Returns the error for a resource that could not be created.
        private static func failure(_ text: String, systemError: Int32 = 0) -> TransportError {
            let lacksFiles = [EMFILE, ENFILE].contains(systemError) || ccurl_can_open_file() == 0
            return lacksFiles ? .tooManyFiles : TransportError(.unavailable, text)
        }

        private func launch() throws(TransportError) -> (OpaquePointer, CurlThreads) {
            guard let multi = ccurl_multi_init() else {
                throw TransportError(.unavailable, "could not create a libcurl multi handle: out of memory")
            }
            guard let poller = ccurl_poller_make(multi, Int32(Self.idleConnections)) else {
                let systemError = errno
                ccurl_multi_cleanup(multi)
                let reason = String(cString: strerror(systemError))
                throw Self.failure("could not create an epoll instance: \(reason)", systemError: systemError)
            }
            CurlExit.register(mailbox)
            var options = options
            // Before version 7.88, a paused response over HTTP/2 blocks the other responses of its connection.
            if ccurl_version_number() < 0x075800, options.httpVersion == .automatic { options.httpVersion = .http1 }
            let engine = CurlEngine(mailbox: mailbox, multi: multi, poller: poller, options: options)
            let threads = CurlThreads { [mailbox, onStop] threads in
                guard engine.run(threads) else { return false }
                CurlExit.unregister(mailbox)
                onStop?()
                return true
            }
            let status = threads.start()
            guard status == 0 else {
                CurlExit.remove(mailbox)
                ccurl_multi_cleanup(multi)
                ccurl_poller_free(poller)
                let reason = String(cString: strerror(status))
                throw TransportError(.unavailable, "could not start a thread for libcurl: \(reason)")
            }
            return (poller, threads)
        }
    }

    /// The start of a thread for libcurl.
    final class CurlThread: Sendable {
        private let main: @Sendable () -> Void

        init(_ main: @escaping @Sendable () -> Void) {
            self.main = main
        }

        /// Starts the thread.
        ///
        /// - Returns: 0, or an error code of the system.
        func start() -> Int32 {
            let start = Unmanaged.passRetained(self)
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { start in
                    guard let start else { return nil }
                    Unmanaged<CurlThread>.fromOpaque(start).takeRetainedValue().run()
                    return nil
                }, start.toOpaque())
            guard status == 0 else {
                start.release()
                return status
            }
            return pthread_detach(thread)
        }

        private func run() {
            ccurl_name_thread("rill-curl")
            ccurl_keep_freed_memory()
            // A connection closed by the server must not end the process. With NOSIGNAL, libcurl does not handle
            // SIGPIPE itself.
            ccurl_block_sigpipe()
            main()
        }
    }
#endif
