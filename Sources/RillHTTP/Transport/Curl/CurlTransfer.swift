#if os(Linux)
    internal import Rill

    /// Is told what an exchange brings, on the loop's thread, one call at a time and with no lock held.
    ///
    /// The calls come in this order: repeats, the head at most once, chunks, the end exactly once. A call may use the loop and all
    /// transfers, but must not block: all exchanges of the loop share its thread.
    protocol CurlTransferHandler: AnyObject, Sendable {
        /// The request is about to be sent again, on another connection.
        func onRepeat(after failure: CurlFailure)

        /// The head of the response has arrived. It comes even while the transfer is paused.
        func onHead(_ head: HTTPResponse)

        /// A piece of the decoded body has arrived: 1 byte to 64 KiB.
        func onChunk(_ bytes: [UInt8])

        /// The exchange has ended; nothing follows. A completion comes even while the transfer is paused, but never
        /// before the last chunk.
        func onEnd(_ result: CurlResult)
    }

    /// One exchange, begun by `CurlLoop.start(_:)`.
    ///
    /// It holds its handler until the end, until it is cancelled, or until the loop refuses to start it. The loop holds the
    /// transfer while it runs, and so does nobody else have to.
    final class CurlTransfer: @unchecked Sendable {
        // `lock` guards the handler, the two flags, the mailbox and the upload; `easy` belongs to the loop's thread;
        // `request` is fixed.

        /// What is sent.
        let request: CurlRequest

        /// libcurl's handle while the exchange runs; touched by the loop's thread alone.
        var easy: UnsafeMutableRawPointer?

        private let lock = Lock()
        private var handler: (any CurlTransferHandler)?
        private var isPaused = false
        private var isHeldByCurl = false
        private var isResuming = false
        private var mailbox: CurlMailbox?
        private var upload: CurlUpload?

        /// Makes an exchange that has not begun.
        init(request: CurlRequest, handler: any CurlTransferHandler) {
            self.request = request
            self.handler = handler
        }

        // MARK: From any thread

        /// Holds the body back: of the chunks, only one already on its way to the handler may still come.
        ///
        /// Over HTTP/1.1 the server is held back, too, once the buffers between are full. Over HTTP/2 libcurl takes in
        /// what its window has promised.
        func pause() {
            lock.withLock { isPaused = true }
        }

        /// Lets the body go on from where it was held.
        func resume() {
            let mailbox: CurlMailbox? = lock.withLock {
                isPaused = false
                guard isHeldByCurl, handler != nil else { return nil }
                isHeldByCurl = false
                isResuming = true
                return self.mailbox
            }
            mailbox?.post(.resume(self))
        }

        /// Gives the exchange up and drops the connection; does nothing when that is done, or when it has ended.
        ///
        /// When this returns no further call of the handler begins, and the handler has been let go.
        func cancel() {
            let (handler, mailbox, upload) = lock.withLock {
                defer {
                    self.handler = nil
                    self.upload = nil
                }
                return (self.handler, self.mailbox, self.upload)
            }
            upload?.close()
            if handler != nil {
                mailbox?.post(.cancel(self))
            }
        }

        // MARK: For the loop

        /// Whether nobody wants to hear of the exchange any more.
        var isOver: Bool { lock.withLock { handler == nil } }

        /// Remembers where to post what is wanted; returns false if the exchange is over already.
        func attach(to mailbox: CurlMailbox) -> Bool {
            lock.withLock {
                precondition(self.mailbox == nil, "A transfer can be started only once.")
                self.mailbox = mailbox
                return handler != nil
            }
        }

        /// Whether libcurl holds a piece of the body, or has not yet been told to go on.
        var isHeld: Bool { lock.withLock { isHeldByCurl || isResuming } }

        /// The loop has got the message that the exchange goes on.
        func willGoOn() {
            lock.withLock { isResuming = false }
        }

        /// Makes what gives libcurl the body to send; nil if there is none.
        func makeUpload() -> CurlUpload? {
            guard let body = request.body else { return nil }
            let upload = CurlUpload(body, count: request.bodyCount) { [weak self] in self?.wake() }
            let isOver = lock.withLock {
                if handler != nil { self.upload = upload }
                return handler == nil
            }
            if isOver { upload.close() }
            return upload
        }

        /// Makes libcurl look at the exchange again.
        func wake() {
            lock.withLock { handler == nil ? nil : mailbox }?.post(.resume(self))
        }

        /// What becomes of a piece of the body.
        enum Reception {
            case open(any CurlTransferHandler)
            case held
            case dropped
        }

        /// Whether a piece of the body can be taken now; held is what libcurl then keeps.
        var reception: Reception {
            lock.withLock {
                isHeldByCurl = isPaused
                guard let handler else { return .dropped }
                return isPaused ? .held : .open(handler)
            }
        }

        /// Reports that the request is about to be sent again.
        func willRepeat(after failure: CurlFailure) {
            lock.withLock { handler }?.onRepeat(after: failure)
        }

        /// Hands the head over.
        func deliver(head: HTTPResponse) {
            lock.withLock { handler }?.onHead(head)
        }

        /// Hands over a piece of the body that had been taken; drops it if nobody wants to hear of it any more.
        func deliver(_ chunk: [UInt8]) {
            lock.withLock { handler }?.onChunk(chunk)
        }

        /// Tells the end, and lets the handler go.
        ///
        /// - Returns: The handler, for who wants to hold it a little longer; nil if it had been let go before.
        @discardableResult
        func end(_ result: CurlResult) -> (any CurlTransferHandler)? {
            let (handler, upload) = lock.withLock {
                defer {
                    self.handler = nil
                    self.upload = nil
                }
                return (self.handler, self.upload)
            }
            upload?.close()
            handler?.onEnd(result)
            return handler
        }
    }
#endif
