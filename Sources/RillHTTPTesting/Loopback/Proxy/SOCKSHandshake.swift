internal import RillHTTP

/// The server side of a SOCKS5 handshake.
///
/// - SeeAlso: RFC 1928 and RFC 1929.
struct SOCKSHandshake: Sendable {
    /// The credentials that clients must send, or `nil` if the proxy requires none.
    let credentials: LoopbackProxy.Credentials?

    /// The reply codes of the SOCKS5 protocol that the proxy uses.
    enum Reply: UInt8 {
        case succeeded = 0
        case connectionRefused = 5
        case commandNotSupported = 7
        case addressTypeNotSupported = 8
    }

    /// Encodes a reply with the address 0.0.0.0:0.
    static func reply(_ code: UInt8) -> [UInt8] { [5, code, 0, 1, 0, 0, 0, 0, 0, 0] }

    /// Reads the greeting, the credentials and the request of a client.
    ///
    /// Returns the request as a `CONNECT` request, or `nil` if the connection must be closed.
    func readRequest(from stream: ConnectionStream, connection: Int) throws -> LoopbackServer.Request? {
        guard try stream.readByte() == 5 else { return nil }
        let methods = try stream.read(Int(stream.readByte()))
        let method: UInt8 = credentials == nil ? 0 : 2
        guard methods.contains(method) else {
            try stream.send([5, 0xFF])
            return nil
        }
        try stream.send([5, method])
        var fields = HTTPFields()
        if let credentials {
            _ = try stream.readByte()
            let sent = try LoopbackProxy.Credentials(user: stream.readText(), password: stream.readText())
            try stream.send([1, sent == credentials ? 0 : 1])
            guard sent == credentials else { return nil }
            fields[.proxyAuthorization] = sent.basic
        }
        let head = try Array(stream.read(4))
        guard head[1] == 1 else { return try refuse(.commandNotSupported, stream) }
        let host: String
        switch head[3] {
        case 1: host = try stream.read(4).map(String.init).joined(separator: ".")
        case 3: host = try stream.readText()
        case 4:
            let bytes = try Array(stream.read(16))
            let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
            host = "[\(groups.map { String($0, radix: 16) }.joined(separator: ":"))]"
        default: return try refuse(.addressTypeNotSupported, stream)
        }
        let port = try Int(stream.readByte()) << 8 | Int(stream.readByte())
        return LoopbackServer.Request(
            method: .connect, target: "\(host):\(port)", fields: fields, connection: connection, minorVersion: 1)
    }

    private func refuse(_ reply: Reply, _ stream: ConnectionStream) throws -> LoopbackServer.Request? {
        try stream.send(Self.reply(reply.rawValue))
        return nil
    }
}

extension ConnectionStream {
    fileprivate func readByte() throws -> UInt8 { try read(1).first ?? 0 }

    /// Reads a text that is preceded by its length, one byte.
    fileprivate func readText() throws -> String { String(decoding: try read(Int(readByte())), as: UTF8.self) }
}
