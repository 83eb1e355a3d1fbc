#if os(Linux)
    internal import RillHTTPTypes

    /// The result of an exchange.
    enum CurlResult: Sendable, Hashable {
        /// The complete response was received.
        case completed
        /// The exchange failed.
        case failed(TransportError)
    }

    /// An event of an exchange.
    ///
    /// The order is: any number of resends, at most one head, any number of chunks, exactly one end.
    enum CurlMessage: Sendable {
        /// The metrics of the current attempt, before the head, a resend, and the end, if the transfer measures.
        indirect case metrics(TransportMetrics)
        /// The request is sent again on another connection, after a failure.
        case resend(TransportError)
        /// A part of the request body has been read, if the body reports its progress.
        case progress(TransferProgress)
        /// The response head, even while the transfer is paused.
        case head(HTTPResponse)
        /// A chunk of the body, from 1 byte to 64 KiB.
        case chunk([UInt8])
        /// The exchange has ended. A completion is reported even while the transfer is paused, but only after the last chunk.
        case end(CurlResult)
    }

    /// Receives the events of an exchange on the loop's thread, serially and without locks held, also inside of libcurl's callbacks.
    ///
    /// It must not call a subscriber. It may use the loop and all transfers, but must not block, because all exchanges of the loop
    /// share its thread.
    protocol CurlTransferHandler: AnyObject, Sendable {
        func receive(_ message: CurlMessage)
    }

    /// An exchange, started by `CurlLoop.start(_:)`.
    ///
    /// It retains its handler until it ends, is canceled, or the loop rejects it. The loop retains the transfer while
    /// it runs, so other owners are not required.
    final class CurlTransfer: @unchecked Sendable {
        // `lock` guards the handler, the flags, the mailbox and the upload. `easy`, `jobs` and `isHTTP1` are used on the loop's
        // thread only. `request` and `measuredSince` are immutable.

        /// The request.
        let request: CurlRequest

        /// The time at which the exchange was created, or `nil` if it is not measured.
        let measuredSince: ContinuousClock.Instant?

        /// The libcurl easy handle while the exchange runs.
        ///
        /// Used on the loop's thread only.
        var easy: UnsafeMutableRawPointer?

        /// The jobs of the loop, to which the handler adds deliveries.
        ///
        /// Used on the loop's thread only.
        var jobs: CurlJobs?

        /// Whether the response uses HTTP/1, known when the head is delivered.
        ///
        /// Used on the loop's thread only.
        var isHTTP1 = false

        private let lock = Lock()
        private var handler: (any CurlTransferHandler)?

        /// Whether the loop is calling the handler.
        private var isCalling = false

        /// The handler if the exchange was canceled during a call, so that it is not released inside of libcurl.
        private var canceledHandler: (any CurlTransferHandler)?
        private var isPaused = false
        private var isPausedByCurl = false
        private var isResuming = false
        private var mailbox: CurlMailbox?
        private var upload: CurlUpload?

        /// Creates an exchange without starting it.
        init(request: CurlRequest, handler: any CurlTransferHandler, measures: Bool = false) {
            self.request = request
            measuredSince = measures ? .now : nil
            self.handler = handler
        }

        // MARK: From any thread

        /// Pauses the body.
        ///
        /// Over HTTP/1.1, at most one chunk that is already being delivered may follow, and back-pressure reaches the server
        /// when the socket buffers are full. Over HTTP/2, libcurl still accepts data up to the flow-control window, all of
        /// which is delivered when the exchange is resumed, even if it is paused again at once.
        func pause() {
            lock.withLock { isPaused = true }
        }

        /// Resumes the body.
        func resume() {
            let mailbox: CurlMailbox? = lock.withLock {
                isPaused = false
                guard isPausedByCurl, handler != nil else { return nil }
                isPausedByCurl = false
                isResuming = true
                return self.mailbox
            }
            mailbox?.post(.resume(self))
        }

        /// Cancels the exchange, and closes its connection unless only a small rest of the response is missing.
        ///
        /// Does nothing if the exchange has ended or was canceled.
        ///
        /// No handler calls begin after this method returns. The handler has been released, unless it is being called.
        func cancel() {
            let (handler, mailbox, upload) = lock.withLock {
                defer {
                    if isCalling { canceledHandler = self.handler }
                    self.handler = nil
                    self.upload = nil
                }
                return (self.handler, self.mailbox, self.upload)
            }
            upload?.cancel()
            if handler != nil {
                mailbox?.post(.cancel(self))
            }
        }

        // MARK: For the loop

        /// Whether the exchange has ended or was canceled.
        var isFinished: Bool { lock.withLock { handler == nil } }

        /// Sets the mailbox for commands.
        ///
        /// Returns `false` if the exchange was canceled.
        func attach(to mailbox: CurlMailbox) -> Bool {
            lock.withLock {
                precondition(self.mailbox == nil, "CurlTransfer: a transfer can be started only once")
                self.mailbox = mailbox
                return handler != nil
            }
        }

        /// Whether libcurl has paused the body, or a command to resume it is pending.
        var isBodyPaused: Bool { lock.withLock { isPausedByCurl || isResuming } }

        /// Called when the loop processes a command to continue, and returns whether the body was resumed.
        func didProcessResume() -> Bool {
            lock.withLock {
                defer { isResuming = false }
                return isResuming
            }
        }

        /// Creates the upload that provides the request body to libcurl, or returns `nil` if there is no body.
        func makeUpload() -> CurlUpload? {
            guard let body = request.body, let jobs else { return nil }
            let upload = CurlUpload(body, count: request.bodyCount, jobs: jobs) { [weak self] in self?.wake() }
            let isFinished = lock.withLock {
                if handler != nil { self.upload = upload }
                return handler == nil
            }
            if isFinished { upload.cancel() }
            return upload
        }

        /// Makes libcurl continue the exchange.
        func wake() {
            lock.withLock { handler == nil ? nil : mailbox }?.post(.resume(self))
        }

        /// Sends a command to the loop, and returns whether the loop will process it.
        func post(_ command: CurlMailbox.Command) -> Bool {
            lock.withLock { mailbox }?.post(command) ?? false
        }

        /// The decision about received body data.
        enum Reception {
            case open
            case paused
            case cancelled
        }

        /// Determines whether received body data can be delivered.
        ///
        /// If paused, libcurl keeps the data.
        var reception: Reception {
            lock.withLock {
                isPausedByCurl = isPaused
                guard handler != nil else { return .cancelled }
                return isPaused ? .paused : .open
            }
        }

        /// Delivers an event other than the end, unless the exchange has ended or was canceled.
        func deliver(_ message: CurlMessage) {
            let handler = lock.withLock {
                isCalling = self.handler != nil
                return self.handler
            }
            guard let handler else { return }
            handler.receive(message)
            let canceled = lock.withLock {
                isCalling = false
                return canceledHandler.take()
            }
            if let canceled { jobs?.release(canceled) }
        }

        /// Reports the result and releases the handler.
        ///
        /// - Returns: The handler, so that the caller can extend its lifetime, or `nil` if it was released before.
        func end(_ result: CurlResult) -> (any CurlTransferHandler)? {
            let (handler, upload) = lock.withLock {
                defer {
                    self.handler = nil
                    self.upload = nil
                }
                return (self.handler, self.upload)
            }
            upload?.finish()
            handler?.receive(.end(result))
            return handler
        }
    }
#endif
