#if os(Linux)
    public import Rill

    /// Sends requests through the system's libcurl: the default on Linux.
    ///
    /// libcurl is opened when the first request is sent; where there is none, the request fails and names the package to
    /// install. One thread runs all exchanges of a transport. Connections are kept and used again, HTTP/2 is spoken where
    /// TLS offers it, TLS is always verified. The body parks: while the subscriber is paused, the server is held back.
    ///
    /// A transport that nobody holds any more, and that runs no exchange, closes its connections and ends its thread.
    /// All ``TransportOptions`` are supported.
    public struct CurlTransport: Transport {
        private let loop: CurlLoop
        private let flaw: TransportError?

        /// Makes a transport with connections of its own.
        ///
        /// - Parameter options: How to reach servers; options that cannot be used fail each request.
        public init(options: TransportOptions = TransportOptions()) {
            loop = CurlLoop(options: options)
            flaw = options.flaw
        }

        /// Ends all exchanges with ``TransportError/Code-swift.struct/cancelled``, closes all connections and ends the thread.
        ///
        /// It does not wait for that. Requests that are sent later fail in the same way.
        public func shutDown() {
            loop.shutDown()
        }

        /// Sends a request to the server that it names.
        ///
        /// Disposal drops the connection at once. Head and chunks are delivered on the transport's thread, which all of its
        /// exchanges share: what takes long belongs behind `observeOn`.
        ///
        /// ## Errors
        /// ``TransportError`` and nothing else.
        ///
        /// - Parameters:
        ///   - request: Whom to ask for what.
        ///   - body: What to send after the head; nil for none.
        /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed.
        public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            Observable.create { [loop, flaw] observer in
                do {
                    if let flaw { throw flaw }
                    let exchange = CurlExchange(observer, on: loop)
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
        // `transfer` is set once, before the transfer starts; all calls come from the loop's thread.
        private let observer: Observer<TransportEvent>
        private var transfer: CurlTransfer?

        /// Held while the exchange runs, so that a transport may be let go meanwhile.
        private let loop: CurlLoop

        init(_ observer: Observer<TransportEvent>, on loop: CurlLoop) {
            self.observer = observer
            self.loop = loop
        }

        func start(_ request: HTTPRequest, _ body: HTTPBody?) throws(TransportError) -> CurlTransfer {
            let transfer = CurlTransfer(request: try CurlRequest(request, body: body), handler: self)
            self.transfer = transfer
            do throws(CurlFailure) {
                try loop.start(transfer)
            } catch {
                throw TransportError(error)
            }
            return transfer
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
