#if canImport(Darwin)
    internal import Foundation
    internal import Rill
    internal import RillHTTP

    /// A transport that opens connections with URLSession, which does not give access to the bytes of another protocol.
    ///
    /// The messages of URLSession pass through a connection in memory, whose other side is the client. The limits and the
    /// back-pressure of the client apply; URLSession itself responds to the pings of the server.
    struct URLSessionWebSockets: Transport {
        let options: WebSocketOptions

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .create { observer in
                do {
                    let bridge = try URLSessionBridge(request, received: body?.chunks ?? .empty(), options, observer)
                    bridge.start()
                    return Disposable { bridge.cancel() }
                } catch {
                    observer.onError(error)
                    return .none
                }
            }
        }
    }

    /// The connection of one exchange.
    private final class URLSessionBridge: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
        // The delegate's queue is serial. `subscription` is guarded by `lock`.

        /// One year.
        private static let longestInterval: TimeInterval = 365 * 86_400

        private let request: URLRequest
        private let upgrade: WebSocketUpgrade
        private let received: Observable<[UInt8]>
        private let options: WebSocketOptions
        private let observer: Observer<TransportEvent>
        private let lock = NSLock()
        private var subscription: Disposable?
        private var session: URLSession?

        init(
            _ request: HTTPRequest, received: Observable<[UInt8]>, _ options: WebSocketOptions,
            _ observer: Observer<TransportEvent>
        ) throws {
            let text = "ws" + (try request.checkedURL().dropFirst("http".count))
            guard let url = URL(string: text) else {
                throw TransportError(.invalidURL, "Foundation cannot represent the URL")
            }
            var urlRequest = URLRequest(url: url, timeoutInterval: Self.longestInterval)
            // URLSession adds its own fields of the handshake.
            let own: Set<HTTPField.Name> = [.upgrade, .connection]
            for field in request.headerFields where !own.contains(field.name) {
                let name = field.name.canonicalName
                guard !name.hasPrefix("sec-websocket-") || name == "sec-websocket-protocol" else { continue }
                urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName)
            }
            self.request = urlRequest
            self.received = received
            self.options = options
            self.observer = observer
            upgrade = try WebSocketUpgrade(request.headerFields, options: options)
        }

        func start() {
            let configuration = URLSessionConfiguration.ephemeral
            // An idle connection must not time out.
            configuration.timeoutIntervalForRequest = Self.longestInterval
            configuration.timeoutIntervalForResource = Self.longestInterval
            let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
            let task = session.webSocketTask(with: request)
            task.maximumMessageSize = options.maximumMessageSize
            lock.withLock { self.session = session }
            task.resume()
        }

        func cancel() {
            let (session, subscription) = lock.withLock {
                defer {
                    self.session = nil
                    self.subscription = nil
                }
                return (self.session, self.subscription)
            }
            subscription?.dispose()
            session?.invalidateAndCancel()
        }

        // MARK: Events of URLSession

        func urlSession(
            _ session: URLSession, webSocketTask task: URLSessionWebSocketTask, didOpenWithProtocol name: String?
        ) {
            var fields = upgrade.responseFields
            if let name { fields[.webSocketProtocol] = name }
            observer.onNext(.head(HTTPResponse(status: .switchingProtocols, headerFields: fields)))
            let connection = upgrade.run(received) { socket in Self.messages(of: task, socket) }
            let subscription = connection.subscribe(
                onNext: { [observer] in observer.onNext(.chunk($0)) },
                onError: { [observer] in observer.onError($0) },
                onCompleted: { [observer] in
                    observer.onCompleted()
                    self.cancel()
                })
            lock.withLock { self.subscription = subscription }
        }

        func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
            didCloseWith code: URLSessionWebSocketTask.CloseCode, reason: Data?
        ) {
            // The methods that send and receive report the end.
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard lock.withLock({ subscription == nil }) else { return }
            if let response = task.response as? HTTPURLResponse {
                var head = HTTPResponse(status: HTTPResponse.Status(code: response.statusCode))
                for case (let name, let value) as (String, String) in response.allHeaderFields {
                    if let name = HTTPField.Name(name) { head.headerFields[name] = value }
                }
                observer.onNext(.head(head))
                observer.onCompleted()
            } else {
                observer.onError(
                    TransportError(.couldNotConnect, error?.localizedDescription ?? "URLSession ended the connection"))
            }
            cancel()
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }

        // MARK: Messages

        /// Forwards the messages of both sides until one of them closes the connection.
        private static func messages(of task: URLSessionWebSocketTask, _ socket: WebSocket) -> Observable<Void> {
            let incoming = Observable.task { WebSocketMessage(try await task.receive()) }
                .concatMap { socket.sending($0) }
                .repeat()
                .catch { error in
                    let code = WebSocketCloseCode(rawValue: UInt16(clamping: task.closeCode.rawValue))
                    guard code.isValidInFrame || code == .noStatusReceived else { throw error }
                    let reason = task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? ""
                    try socket.close(code, reason: reason)
                    return .empty()
                }
            let outgoing = socket.messages
                .concatMap { message in Observable.task { try await task.send(message.urlSessionMessage) } }
                .do(onCompleted: {
                    let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(socket.closeCode?.rawValue ?? 1000))
                    task.cancel(with: code ?? .normalClosure, reason: socket.closeReason.map { Data($0.utf8) })
                })
            return .merge(incoming, outgoing)
        }
    }

    extension WebSocketMessage {
        fileprivate init(_ message: URLSessionWebSocketTask.Message) {
            switch message {
            case .string(let text): self = .text(text)
            case .data(let data): self = .binary(Array(data))
            @unknown default: self = .binary([])
            }
        }

        fileprivate var urlSessionMessage: URLSessionWebSocketTask.Message {
            switch self {
            case .text(let text): .string(text)
            case .binary(let bytes): .data(Data(bytes))
            }
        }
    }
#endif
