internal import Dispatch
internal import RillHTTP

/// A connection of a browser.
final class RedirectConnection: @unchecked Sendable {  // used only on the queue of the listener
    /// The status and the text of a page, and an action after it was sent.
    typealias Response = (status: HTTPResponse.Status, text: String, action: (@Sendable () -> Void)?)

    /// The maximum size of the request line and the header fields.
    ///
    /// Codes and cookies can have several thousand bytes.
    private static let maximumHeadSize = 64 << 10

    /// The maximum number of bytes that are received after the response.
    private static let maximumExcess = 64 << 10

    private let socket: RedirectSocket
    private let source: any DispatchSourceRead
    private let respond: @Sendable (String) -> Response
    private let onEnd: @Sendable (RedirectConnection) -> Void
    private var head: [UInt8] = []
    private var hasResponded = false
    /// The number of bytes received after the response.
    private var excess = 0

    init(
        _ socket: RedirectSocket, _ queue: DispatchQueue,
        respond: @escaping @Sendable (String) -> Response,
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
            guard let blank = head.firstRange(of: "\r\n\r\n".utf8) else { continue }
            let (status, text, action) = respond(String(decoding: head[..<blank.lowerBound], as: UTF8.self))
            hasResponded = true
            head = []
            socket.send(RedirectPage.response(status, text))
            action?()
        }
    }
}
