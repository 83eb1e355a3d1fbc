internal import Dispatch
internal import RillHTTP

/// A server on a loopback address that waits for the redirect of a browser.
///
/// `@unchecked Sendable`: after the initializer, all variables are used only on `queue`.
final class RedirectListener: @unchecked Sendable {
    /// The maximum number of open connections.
    ///
    /// Another one closes the oldest.
    static let maximumConnections = 16

    /// The redirect URI with the port.
    let uri: RedirectURI

    private let queue = DispatchQueue(label: "rill.oauth.redirect")
    private var sockets: [RedirectSocket]
    private var sources: [any DispatchSourceRead] = []
    private var connections: [RedirectConnection] = []
    private var isStopped = false

    /// Binds the port of a redirect URI, or a free port.
    ///
    /// - Throws: ``OAuthSignInError`` with the system's error message.
    init(_ uri: RedirectURI) throws {
        var uri = uri
        (sockets, uri.port) = try RedirectSocket.makeListening(host: uri.host, port: uri.port)
        self.uri = uri
    }

    /// Returns a stream that accepts connections until a request fulfills a check, emits the code of that request, and
    /// completes.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - open: A closure that is called when connections are accepted.
    func result(_ check: RedirectCheck, _ open: @escaping @Sendable () throws -> Void) -> Observable<String> {
        .create { [self] observer in
            queue.async { [self] in start(check, observer) }
            do {
                try open()
            } catch {
                observer.onError(error)
            }
            return .none
        }
    }

    /// Closes the port and all connections.
    func stop() {
        queue.async { [self] in
            isStopped = true
            // The port closes when the last reference is released, which is the one of the cancel handler.
            sockets = []
            for source in sources { source.cancel() }
            sources = []
            for connection in connections { connection.close() }
            connections = []
        }
    }

    // MARK: On the queue

    private func start(_ check: RedirectCheck, _ observer: Observer<String>) {
        guard !isStopped else { return }
        for socket in sockets {
            let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
            source.setEventHandler { [self] in
                do {
                    while let accepted = try socket.accept() { open(accepted, check, observer) }
                } catch {
                    finish(.error(error), observer)
                    stop()
                }
            }
            // The descriptor must not be closed before the source has been canceled.
            source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
            sources.append(source)
            source.resume()
        }
    }

    /// Ends the stream of codes.
    private func finish(_ outcome: Event<String>, _ observer: Observer<String>) {
        // A second redirect gets a page but has no effect.
        guard !isStopped else { return }
        isStopped = true
        observer.on(outcome)
        if !outcome.isTerminal { observer.onCompleted() }
    }

    private func open(_ socket: RedirectSocket, _ check: RedirectCheck, _ observer: Observer<String>) {
        if connections.count >= Self.maximumConnections { connections.removeFirst().close() }
        let connection = RedirectConnection(socket, queue) { [self] head in
            switch check.outcome(of: head) {
            case _ where isStopped: return (.gone, "The sign-in is already finished.", nil)
            case .rejected(let status, let text): return (status, text, nil)
            case .accepted(.success(let code)):
                let text = "The sign-in is complete in the browser. You can close this page, and return to the program."
                return (.ok, text, { [self] in finish(.next(code), observer) })
            case .accepted(.failure(let error)):
                let text = "The sign-in failed. You can close this page. The program shows the reason."
                return (.ok, text, { [self] in finish(.error(error), observer) })
            }
        } onEnd: { [weak self] connection in
            self?.connections.removeAll { $0 === connection }
        }
        connections.append(connection)
        connection.start()
    }
}
