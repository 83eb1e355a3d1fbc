internal import Dispatch
internal import Rill

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A server on a free port of 127.0.0.1 that waits for the redirect of a browser.
///
/// `@unchecked Sendable`: after the initializer, all variables are used only on `queue`.
final class RedirectListener: @unchecked Sendable {
    /// The maximum number of open connections.
    ///
    /// Another one closes the oldest.
    static let maximumConnections = 16

    let port: UInt16

    private let queue = DispatchQueue(label: "rill.oauth.redirect")
    private var socket: RedirectSocket?
    private var source: (any DispatchSourceRead)?
    private var connections: [RedirectConnection] = []
    private var isStopped = false

    /// Binds a port.
    ///
    /// - Throws: ``OAuthSignInError`` with the system's error message.
    init() throws {
        let (socket, port) = try RedirectSocket.listen()
        self.socket = socket
        self.port = port
    }

    /// Returns a stream that accepts connections until a request fulfills a check, emits the code of that request, and
    /// completes.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - open: A closure that is called when connections are accepted.
    func result(_ check: RedirectCheck, _ open: @escaping @Sendable () throws -> Void) -> Observable<String> {
        .create { [self] observer in
            queue.async { [self] in
                start { [self] outcome in
                    // A second redirect gets a page but has no effect.
                    guard !isStopped else { return }
                    isStopped = true
                    observer.on(outcome)
                    if !outcome.isTerminal { observer.onCompleted() }
                } check: {
                    check.outcome(of: $0)
                }
            }
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
            socket = nil
            source?.cancel()
            source = nil
            for connection in connections { connection.close() }
            connections = []
        }
    }

    // MARK: On the queue

    private func start(
        _ finish: @escaping @Sendable (Event<String>) -> Void,
        check: @escaping @Sendable (String) -> RedirectCheck.Outcome
    ) {
        guard !isStopped, let socket else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [self] in
            do {
                while let accepted = try socket.accept() { open(accepted, finish, check) }
            } catch {
                finish(.error(error))
                stop()
            }
        }
        // The descriptor must not be closed before the source has been canceled.
        source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
        self.source = source
        source.resume()
    }

    private func open(
        _ socket: RedirectSocket, _ finish: @escaping @Sendable (Event<String>) -> Void,
        _ check: @escaping @Sendable (String) -> RedirectCheck.Outcome
    ) {
        if connections.count >= Self.maximumConnections { connections.removeFirst().close() }
        let connection = RedirectConnection(socket, queue) { [self] head in
            switch check(head) {
            case _ where isStopped:
                return (
                    RedirectPage.response(
                        HTTPResponse.Status(code: 410, reasonPhrase: "Gone"), "The sign-in is already finished."), nil
                )
            case .rejected(let status, let text):
                return (RedirectPage.response(status, text), nil)
            case .accepted(.success(let code)):
                let text = "The sign-in is complete in the browser. You can close this page, and return to the program."
                return (RedirectPage.response(.ok, text), { finish(.next(code)) })
            case .accepted(.failure(let error)):
                let text = "The sign-in failed. You can close this page. The program shows the reason."
                return (RedirectPage.response(.ok, text), { finish(.error(error)) })
            }
        } onEnd: { [weak self] connection in
            self?.connections.removeAll { $0 === connection }
        }
        connections.append(connection)
        connection.start()
    }
}

/// A connection of a browser.
private final class RedirectConnection: @unchecked Sendable {  // used only on the queue of the listener
    /// The maximum size of the request line and the header fields.
    ///
    /// Codes and cookies can have several thousand bytes.
    private static let maximumHeadSize = 64 << 10

    /// The maximum number of bytes that are received after the response.
    private static let maximumExcess = 64 << 10

    private let socket: RedirectSocket
    private let source: any DispatchSourceRead
    private let respond: @Sendable (String) -> (page: [UInt8], action: (@Sendable () -> Void)?)
    private let onEnd: @Sendable (RedirectConnection) -> Void
    private var head: [UInt8] = []
    private var hasResponded = false
    /// The number of bytes received after the response.
    private var excess = 0

    init(
        _ socket: RedirectSocket, _ queue: DispatchQueue,
        respond: @escaping @Sendable (String) -> (page: [UInt8], action: (@Sendable () -> Void)?),
        onEnd: @escaping @Sendable (RedirectConnection) -> Void
    ) {
        self.socket = socket
        self.respond = respond
        self.onEnd = onEnd
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    }

    func start() {
        source.setEventHandler { [self] in receive() }
        source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
        source.resume()
    }

    func close() {
        source.setEventHandler(handler: nil)
        source.cancel()
    }

    private func end() {
        close()
        onEnd(self)
    }

    private func receive() {
        while let bytes = socket.receive() {
            guard !bytes.isEmpty else { return end() }
            // Closing a socket with unread bytes would reset the connection, and the browser could lose the page.
            if hasResponded {
                excess += bytes.count
                guard excess <= Self.maximumExcess else { return end() }
                continue
            }
            head += bytes
            guard head.count <= Self.maximumHeadSize else { return end() }
            guard let blank = head[...].range(of: Array("\r\n\r\n".utf8)) else { continue }
            let (page, action) = respond(String(decoding: head[..<blank.lowerBound], as: UTF8.self))
            hasResponded = true
            head = []
            socket.send(page)
            action?()
        }
    }
}

/// A socket that does not block, and that is closed when its last reference is released.
private final class RedirectSocket: Sendable {
    let descriptor: Int32

    #if canImport(Glibc)
        /// The flags of the listening socket, which a process started by another thread must not inherit.
        private static let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    #elseif canImport(Musl)
        /// The flags of the listening socket, which a process started by another thread must not inherit.
        private static let flags = SOCK_CLOEXEC | SOCK_NONBLOCK
    #endif

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        FileSystemCalls.close(descriptor)
    }

    static func listen() throws -> (RedirectSocket, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | flags, 0)
            let listenCall = Glibc.listen
        #elseif canImport(Musl)
            let descriptor = Musl.socket(AF_INET, SOCK_STREAM | flags, 0)
            let listenCall = Musl.listen
        #else
            let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
            let listenCall = Darwin.listen
        #endif
        guard descriptor >= 0 else { throw failure("listen on 127.0.0.1") }
        let socket = RedirectSocket(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listenCall(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw failure("listen on 127.0.0.1") }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts a connection, or returns `nil` if none is pending.
    func accept() throws -> RedirectSocket? {
        #if canImport(Darwin)
            let accepted = Darwin.accept(descriptor, nil, nil)
        #elseif canImport(Musl)
            let accepted = Musl.accept(descriptor, nil, nil)
        #else
            let accepted = Glibc.accept(descriptor, nil, nil)
        #endif
        guard accepted >= 0 else {
            if [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { return nil }
            throw Self.failure("accept a connection on 127.0.0.1")
        }
        let socket = RedirectSocket(accepted)
        #if canImport(Darwin)
            var isEnabled: Int32 = 1
            _ = setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &isEnabled, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return socket
    }

    /// Returns the available bytes: `nil` if there are none yet, and an empty array if the connection has ended.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4 << 10)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? nil : [] }
        return Array(bytes.prefix(count))
    }

    /// Sends a page, which fits into the buffer of a new socket, and closes the sending direction.
    func send(_ bytes: [UInt8]) {
        #if canImport(Darwin)
            _ = Darwin.send(descriptor, bytes, bytes.count, 0)
        #elseif canImport(Musl)
            _ = Musl.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private static func failure(_ action: String) -> OAuthSignInError {
        let number = errno
        let advice =
            switch number {
            case EMFILE: "Close files and connections of this program, or raise its limit of open files"
            case ENFILE, ENOBUFS, ENOMEM: "Close other programs and try again"
            case EACCES, EPERM: "Permit this program to listen on 127.0.0.1"
            default: "Try again"
            }
        return OAuthSignInError(
            .listenerFailed, "cannot \(action): \(FileSystemCalls.text(of: number)). \(advice)")
    }
}
