#if os(Linux)
    public import RillHTTPTypes

    // The path of a request through `CurlTransport`
    // ---------------------------------------------
    //
    //         subscriber's thread              |            loop's thread ("rill-curl")
    //                                          |
    //      CurlTransport.send                  |   CurlThreads -> closures of the subscriber
    //            | subscribe                   |                  ^
    //            v                             |                  | CurlJobs (5)
    //      CurlExchange  <--- head, chunks, end (4) --------------+---------+
    //            | creates                     |                            |
    //            v                             |                            |
    //      CurlRequest, CurlTransfer           |         CurlTransfer (same object)
    //            |                             |                        ^
    //            v selects a loop (1)          |                        | head, chunks, end
    //      CurlLoops                           |                        |
    //            |                             |     +---------->  CurlSlot  <--- callbacks ---+
    //            v                             |     | assigns        |                      |
    //      CurlLoop, starts the thread         |     |                | sets options         |
    //            | start, resume, cancel (2)   |     |                |                      |
    //            v                             |     |                | easy handle          |
    //      CurlMailbox  ---- drain (3) --------|-> CurlEngine         v                      |
    //                                          |     | multi handle, CCurl poller (epoll)    |
    //                                          |     +---------->  libcurl  -----------------+
    //
    // 1. Subscribing validates the request and selects a loop. Any number of threads may do this at the same time.
    // 2. `CurlLoop` enqueues `start`, and `CurlTransfer` enqueues `resume` and `cancel`, from any thread. Enqueuing
    //    wakes the loop's thread if it is waiting in epoll.
    // 3. In each iteration, the engine runs the closures that are due, waits for sockets, drains the commands, lets libcurl
    //    process its sockets and timers, and finishes the exchanges that libcurl reports as done.
    // 4. In libcurl's callbacks, the exchange only stores the events. When the subscriber is paused or slow, the exchange
    //    pauses its transfer, and libcurl stops reading from the connection.
    // 5. Between two iterations, the thread delivers the events. If a closure of a subscriber takes more than a millisecond,
    //    or more than 50 and keeps starting exchanges, another thread continues with the engine.
    //
    // libcurl's handles are not thread-safe, and only the leader of a loop's threads uses them. The types on the
    // left therefore never touch a handle. `CurlTransfer`, `CurlExchange` and `CurlMailbox` are used on both sides. No lock is
    // held while a handler or a subscriber is called.
    //
    // CurlTransport    The public value. It retains the loops and the error for invalid options. Runs on the
    //                  subscriber's thread.
    // CurlExchange     The events of one transfer on their way to the observer of one subscription. It retains
    //                  `CurlLoops`, so that a running exchange outlives its transport. Created on the subscriber's thread,
    //                  used on all threads, guarded by a lock.
    // CurlRequest      A validated request. libcurl sends the method, URL and header fields unchanged, so they must be
    //                  validated first. Immutable; created on the subscriber's thread, read on the loop's thread.
    // CurlTransfer     Controls one exchange (pause, resume, cancel) and retains its handler. It is necessary because
    //                  these calls may come from any thread while libcurl delivers data. Used on all threads, guarded
    //                  by a lock.
    // CurlLoops        Distributes exchanges over up to four loops. One loop cannot use more than one processor core,
    //                  but loops cannot share connections. Runs on the subscriber's thread.
    // CurlLoop         Owns the threads: starts the first one with the first exchange, and ends the engine when the last
    //                  reference is released. It is separate from the engine because the threads retain the engine and must
    //                  not retain its own owner. Its atomic count of exchanges, by which the least busy loop is found, is
    //                  incremented on the subscriber's thread and usually decremented on the loop's thread. Used on all
    //                  threads.
    // CurlThreads      The threads of a loop: the leader, which runs the engine, a watcher, and those whose closure takes
    //                  long. Used on all threads, with atomic variables.
    // CurlMailbox      The command queue of the loop's thread, which it wakes if necessary. It also halts the thread
    //                  before the process exits, and rejects commands in a forked process, which does not have the
    //                  thread. Used on all threads, guarded by a lock.
    // CurlEngine       The event loop. It owns the multi handle, the slots and the jobs. It needs no lock, because it runs
    //                  on the leader only.
    // CurlSlot         An easy handle with the parser, upload and timing state of its current exchange, and the target
    //                  of libcurl's callbacks. It is separate from the transfer because later exchanges reuse the
    //                  handle. `CurlSlot+Options.swift` translates `TransportOptions` and `CurlRequest` into libcurl
    //                  options, so that the differences between libcurl versions are handled in one place. Loop's thread
    //                  only.

    /// A transport that uses the system's libcurl, the default on Linux.
    ///
    /// libcurl is loaded when the first request is sent. If it is not installed, the request fails, and the error names
    /// the package to install. Connections are reused, HTTP/2 is used if the server offers it over TLS, and TLS
    /// certificates are always verified. The transport supports back-pressure: while the subscriber is paused, it stops
    /// reading the body.
    ///
    /// One event loop runs all exchanges. If more than eight exchanges run concurrently over HTTP/1, up to three more
    /// loops are used, but no more loops than processors. Each loop has its own connections. Exchanges stay on
    /// one loop if connections are limited or the options require HTTP/2. Exchanges over
    /// `https://` also stay on one loop until a response has used HTTP/1, and after a response has used HTTP/2.
    ///
    /// Requests with a body use HTTP/1.1 unless the options require HTTP/2; see
    /// ``TransportOptions/HTTPVersion-swift.enum/automatic``. If the server may support HTTP/2, other loops run them.
    ///
    /// When a transport is no longer referenced and its last exchange has ended, it closes its connections and ends its
    /// threads. All ``TransportOptions`` are supported.
    public struct CurlTransport: Transport {
        let loops: CurlLoops
        private let identitySource: IdentitySource
        private let validationError: TransportError?

        /// Creates a transport with its own connections.
        ///
        /// - Parameter options: The transport options. Invalid options fail each request. Defaults to `TransportOptions()`.
        public init(options: TransportOptions = TransportOptions()) {
            identitySource = IdentitySource(options)
            loops = CurlLoops(options: options)
            validationError = options.validationError
        }

        /// The identity of the options: client certificate, trust, proxy, host overrides, Unix domain socket, local address,
        /// and user agent.
        ///
        /// Equal for transports whose files have the same content, also in another process. ``TransportIdentity/unknown``
        /// after one of the files was replaced, because open connections still use the earlier file. Create a new
        /// transport to use the new file.
        public var identity: TransportIdentity { identitySource.identity }

        /// Fails all exchanges with ``TransportError/Code-swift.struct/cancelled``, closes all connections and ends the
        /// threads.
        ///
        /// Returns without waiting. Requests that are sent later fail with the same error.
        public func shutDown() {
            loops.shutDown()
        }

        /// Sends a request.
        ///
        /// Disposing the subscription closes the connection, unless at most 64 KiB of the response may be missing. These are
        /// read for up to 250 ms, so that the connection can be used again. If the response declares its length, the next
        /// request to the same server waits for the connection; further requests do not.
        ///
        /// Events are delivered on threads of the transport. A subscriber that blocks or takes long delays only its own
        /// exchange.
        ///
        /// ## Errors
        /// Fails only with ``TransportError``.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - body: The request body, or `nil` for none.
        /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
        public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            if let body, body.isDeclaredEmptyStream {
                return body.checkingEmptyStream { send(request, body: $0) }
            }
            return Observable.create { [loops, validationError] observer in
                do {
                    if let validationError { throw validationError }
                    let exchange = CurlExchange(observer, on: loops, request.transportDelegate, body?.report)
                    let transfer = try exchange.start(request, body)
                    return Disposable { transfer.cancel() }
                } catch {
                    observer.onError(error)
                    return .none
                }
            }
        }
    }

    extension HTTPBody {
        /// Checks that a stream with a declared length of 0 is empty before the request is sent.
        ///
        /// libcurl does not read such a body, so it cannot detect the mismatch itself.
        ///
        /// - Parameter send: A closure that sends the request with an empty body in memory.
        /// - Returns: The events of the observable that `send` returns, or the error of the stream.
        fileprivate func checkingEmptyStream(
            _ send: @escaping @Sendable (HTTPBody) throws -> Observable<TransportEvent>
        ) -> Observable<TransportEvent> {
            unreportedChunks.filter { !$0.isEmpty }.take(1).toArray()
                .mapError { TransportError.unreadableBody($0) }
                .flatMap { chunks in
                    guard chunks.isEmpty else { throw TransportError.wrongBodyLength("more than 0 bytes", declared: 0) }
                    var empty = self
                    empty.source = .bytes([])
                    return try send(empty)
                }
        }
    }
#endif
