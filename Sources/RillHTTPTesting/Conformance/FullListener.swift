#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A port of 127.0.0.1 with which no further connection comes about: it listens, accepts nobody, and its queue is full.
final class FullListener: Sendable {
    let port: UInt16

    private let listener: Listener
    private let queued: [Descriptor]

    /// Why the system does not let a queue be full; nil if it does.
    static let obstacle: String? = {
        guard let listener = try? FullListener(), let probe = try? listener.connect() else {
            return "no socket could be made"
        }
        return probe.isConnected ? "needs a system that lets a full queue of connections wait" : nil
    }()

    init() throws {
        let listener = try Listener(port: 0, backlog: 0)
        var queued: [Descriptor] = []
        for _ in 0..<8 {
            let (socket, isConnected) = try Self.connect(to: listener.port)
            queued.append(socket)
            guard isConnected else { break }
        }
        self.listener = listener
        self.queued = queued
        port = listener.port
    }

    var authority: String { "127.0.0.1:\(port)" }

    private func connect() throws -> (socket: Descriptor, isConnected: Bool) {
        try Self.connect(to: port)
    }

    /// Begins a connection, and looks whether it stands a moment later.
    private static func connect(to port: UInt16) throws -> (socket: Descriptor, isConnected: Bool) {
        let socket = try Descriptor(Listener.makeSocket(), from: "socket")
        socket.configure()
        var address = sockaddr_in.loopback(port: port)
        _ = withSocketAddress(&address) { connectSocket(socket.raw, $0, $1.pointee) }
        // A connection over the loopback interface stands at once, or not at all.
        let happened = Poll.wait([Poll.Entry(descriptor: socket, events: POLLOUT)], until: .now + .milliseconds(50))
        return (socket, happened[0] & POLLOUT != 0)
    }
}

/// A function of the file: inside the class, its name would be that of a method.
private func connectSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(socket, address, size)
}
