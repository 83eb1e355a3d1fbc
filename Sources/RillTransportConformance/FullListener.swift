internal import RillHTTPTesting
internal import RillSystem

/// A listening port on 127.0.0.1 whose backlog is full.
///
/// Further connection attempts remain pending: they neither succeed nor fail.
final class FullListener: Sendable {
    private let listener: Listener
    private let queued: [Descriptor]

    /// The reason why the system does not support full backlogs, or `nil` if it does.
    static let skipReason: String? = {
        guard let listener = try? FullListener(), let probe = try? connect(to: listener.port) else {
            return "cannot create a socket"
        }
        return probe.isConnected
            ? "requires a system that keeps connection attempts pending when the backlog is full" : nil
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
    }

    var port: UInt16 { listener.port }
    var authority: String { "127.0.0.1:\(port)" }

    /// Starts a connection, and returns whether it was established within 50 ms.
    private static func connect(to port: UInt16) throws -> (socket: Descriptor, isConnected: Bool) {
        let socket = try Listener.startConnection(to: port)
        // A connection over the loopback interface is established immediately or not at all.
        let happened = Poll.wait([Poll.Entry(descriptor: socket, events: POLLOUT)], until: .now + .milliseconds(50))
        return (socket, happened[0] & POLLOUT != 0)
    }
}
