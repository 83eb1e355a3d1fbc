internal import RillHTTP
internal import RillSystem

/// A socket bound to a port of 127.0.0.1, or to a Unix domain socket.
///
/// It listens unless its backlog is `nil`.
package struct Listener: Sendable {
    package let descriptor: Descriptor

    /// The port, or 0 for a Unix domain socket.
    package let port: UInt16

    private let unixSocketPath: String?

    package init(port: UInt16, backlog: Int32? = 128) throws {
        descriptor = try .makeSocket()
        descriptor.setOption(SO_REUSEADDR, to: Int32(1))
        var address = sockaddr_in.loopback(port: port)
        let raw = descriptor.raw
        try Self.check("bind") { withSocketAddress(&address) { bind(raw, $0, $1.pointee) } }
        if let backlog { try Self.check("listen") { listen(raw, backlog) } }
        try Self.check("getsockname") { withSocketAddress(&address) { getsockname(raw, $0, $1) } }
        self.port = UInt16(bigEndian: address.sin_port)
        unixSocketPath = nil
    }

    /// Listens on a Unix domain socket.
    init(unixSocketPath path: String) throws {
        descriptor = try .makeSocket(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = path.utf8CString
        // The limit of Apple platforms. An empty path would select a name that clients do not know.
        guard (1...103).contains(path.utf8.count) else {
            throw LoopbackServer.SocketError(call: "bind", code: path.isEmpty ? EINVAL : ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.map { UInt8(bitPattern: $0) }) }
        let raw = descriptor.raw
        try Self.check("bind") { withSocketAddress(&address) { bind(raw, $0, $1.pointee) } }
        try Self.check("listen") { listen(raw, 128) }
        port = 0
        unixSocketPath = path
    }

    /// Deletes the file of the Unix domain socket.
    func removeFile() {
        if let unixSocketPath { unlink(unixSocketPath) }
    }

    /// Accepts the next connection.
    ///
    /// Returns `nil` if none is pending.
    func accept(sendBufferSize: Int?) throws -> Descriptor? {
        let raw = SocketCalls.accept(from: descriptor.raw)
        if raw < 0, [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { return nil }
        let socket = try Descriptor(raw, from: "accept")
        socket.setOption(TCP_NODELAY, level: Int32(IPPROTO_TCP), to: Int32(1))
        if let sendBufferSize {
            socket.setOption(SO_SNDBUF, to: Int32(clamping: sendBufferSize))
        }
        return socket
    }

    /// Returns whether a process is listening on a port of 127.0.0.1.
    package static func exists(on port: UInt16) -> Bool { (try? connection(to: port)) != nil }

    /// Connects to a port of 127.0.0.1.
    ///
    /// Throws if `stop` opens before the connection is established.
    static func connection(to port: UInt16, stop: LoopbackServer.Gate? = nil) throws -> Descriptor {
        let socket = try startConnection(to: port)
        let gate = stop?.pollEntry ?? Poll.Entry(descriptor: nil, events: 0)
        let happened = Poll.wait([Poll.Entry(descriptor: socket, events: POLLOUT), gate])
        if happened[1] != 0 { throw Interruption.serverStopped }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        try check("getsockopt") { getsockopt(socket.raw, SOL_SOCKET, SO_ERROR, &code, &size) }
        guard code == 0 else { throw LoopbackServer.SocketError(call: "connect", code: code) }
        socket.setOption(TCP_NODELAY, level: Int32(IPPROTO_TCP), to: Int32(1))
        return socket
    }

    /// Starts a connection to a port of 127.0.0.1.
    ///
    /// The socket becomes writable when the connection is established.
    package static func startConnection(to port: UInt16) throws -> Descriptor {
        let socket = try Descriptor.makeSocket()
        var address = sockaddr_in.loopback(port: port)
        if withSocketAddress(&address, { connect(socket.raw, $0, $1.pointee) }) != 0, errno != EINPROGRESS {
            throw LoopbackServer.SocketError(call: "connect", code: errno)
        }
        return socket
    }

    private static func check(_ call: String, _ body: () -> Int32) throws {
        guard body() == 0 else { throw LoopbackServer.SocketError(call: call, code: errno) }
    }
}

extension sockaddr_in {
    /// Returns the address of a port on 127.0.0.1.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// Calls `body` with a generic pointer to an address and a pointer to its size.
func withSocketAddress<Address>(
    _ address: inout Address,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> Int32 {
    var size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
    }
}
