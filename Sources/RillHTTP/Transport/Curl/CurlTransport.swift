#if os(Linux)
    public import Rill

    /// Sends requests through the system's libcurl: the default on Linux.
    ///
    /// libcurl is opened when the first request is sent; where there is none, the request fails and names the package to
    /// install. Connections are kept and used again, HTTP/2 is spoken where TLS offers it, TLS is always verified. The
    /// body parks: while the subscriber is paused, the server is held back.
    ///
    /// One thread runs the exchanges of a transport. Where more than eight run at once others help it, at most one to a
    /// processor and four in all, each with connections of its own: with exchanges over `http://`, unless connections are
    /// limited, cookies kept, or HTTP/2 is asked for.
    ///
    /// A transport that nobody holds any more, and that runs no exchange, closes its connections and ends its threads.
    /// All ``TransportOptions`` are supported.
    public struct CurlTransport: Transport {
        let loops: CurlLoops
        private let flaw: TransportError?

        /// Makes a transport with connections of its own.
        ///
        /// - Parameter options: How to reach servers; options that cannot be used fail each request.
        public init(options: TransportOptions = TransportOptions()) {
            loops = CurlLoops(options: options)
            flaw = options.flaw
        }

        /// Ends all exchanges with ``TransportError/Code-swift.struct/cancelled``, closes all connections and ends the threads.
        ///
        /// It does not wait for that. Requests that are sent later fail in the same way.
        public func shutDown() {
            loops.shutDown()
        }

        /// Sends a request to the server that it names.
        ///
        /// Disposal drops the connection at once. Head and chunks are delivered on a thread of the transport, which many of
        /// its exchanges share: what takes long belongs behind `observeOn`.
        ///
        /// ## Errors
        /// ``TransportError`` and nothing else.
        ///
        /// - Parameters:
        ///   - request: Whom to ask for what.
        ///   - body: What to send after the head; nil for none.
        /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed.
        public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            send(request, body: body) { _ in }
        }
    }

    extension CurlTransport: RepeatingTransport {
        package func send(
            _ request: HTTPRequest, body: HTTPBody?, onRepeat: @escaping @Sendable (TransportError) -> Void
        ) -> Observable<TransportEvent> {
            if let body, body.isAnnouncedAsEmptyStream {
                return HTTPBody.checkingEmptyStream(body) { send(request, body: $0, onRepeat: onRepeat) }
            }
            return Observable.create { [loops, flaw] observer in
                do {
                    if let flaw { throw flaw }
                    let exchange = CurlExchange(observer, on: loops, onRepeat)
                    let transfer = try exchange.start(request, body)
                    return Disposable { transfer.cancel() }
                } catch {
                    observer.onError(error)
                    return .none
                }
            }
        }
    }

    /// Stands between a transfer and the subscriber it is for.
    private final class CurlExchange: CurlTransferHandler, @unchecked Sendable {
        // `transfer` is set once, before the transfer starts; all calls come from the loop's thread. `place` is touched by
        // them and, when they are over, by whoever lets go of the exchange.
        private let observer: Observer<TransportEvent>
        private let repeatHandler: @Sendable (TransportError) -> Void
        private var transfer: CurlTransfer?

        /// Held while the exchange runs, so that a transport may be let go meanwhile.
        private let loops: CurlLoops
        private var place: CurlLoops.Place?

        init(
            _ observer: Observer<TransportEvent>, on loops: CurlLoops,
            _ repeatHandler: @escaping @Sendable (TransportError) -> Void
        ) {
            self.observer = observer
            self.loops = loops
            self.repeatHandler = repeatHandler
        }

        deinit {
            place?.leave()
        }

        func start(_ request: HTTPRequest, _ body: HTTPBody?) throws(TransportError) -> CurlTransfer {
            let transfer = CurlTransfer(request: try CurlRequest(request, body: body), handler: self)
            let place = loops.enter(for: transfer.request)
            self.transfer = transfer
            self.place = place
            do throws(CurlFailure) {
                try place.start(transfer)
            } catch {
                throw TransportError(error)
            }
            return transfer
        }

        func onRepeat(after failure: CurlFailure) {
            repeatHandler(TransportError(failure))
        }

        func onHead(_ head: HTTPResponse) {
            observer.onNext(.head(head))
            holdBackIfPaused()
        }

        func onChunk(_ bytes: [UInt8]) {
            observer.onNext(.chunk(bytes))
            holdBackIfPaused()
        }

        func onEnd(_ result: CurlResult) {
            transfer = nil
            // Before what follows on this thread begins another.
            place?.leave()
            place = nil
            switch result {
            case .completed: observer.onCompleted()
            case .failed(let failure): observer.onError(TransportError(failure))
            }
        }

        /// Stops the body when the subscriber is paused; the one who opens it lets the body go on.
        private func holdBackIfPaused() {
            guard observer.isPaused, let transfer else { return }
            transfer.pause()
            if !observer.park({ transfer.resume() }) { transfer.resume() }
        }
    }

    extension TransportError {
        /// Says in the terms of every transport what libcurl has met.
        init(_ failure: CurlFailure) {
            switch failure.kind {
            case .closedEarly(let received, let expected?):
                self.init(.closedEarly, "\(received) of \(expected) bytes had come: \(failure.message)")
            case .closedEarly(let received, nil):
                self.init(.closedEarly, "\(received) bytes had come: \(failure.message)")
            case .other(let code):
                self.init(.other, "\(failure.message) (libcurl's code \(code))")
            default:
                self.init(failure.kind.code, failure.reason, failure.message)
            }
        }
    }

    extension CurlFailure.Kind {
        fileprivate var code: TransportError.Code {
            switch self {
            case .unavailable: .unavailable
            case .invalidRequest: .invalidRequest
            case .invalidOptions: .invalidOptions
            case .couldNotResolve: .couldNotResolve
            case .couldNotConnect: .couldNotConnect
            case .tls: .tls
            case .timeout: .timeout
            case .closedEarly: .closedEarly
            case .malformed: .malformedResponse
            case .sendFailed: .sendFailed
            case .tooLarge: .tooLarge
            case .aborted: .cancelled
            case .other: .other
            }
        }
    }
#endif
