import Foundation
import RillScript

/// Runs a server, or a client that prints the received messages.
@main
struct WebSocketPeer {
    static func main() async {
        var command = Command(
            "rill-websocket-peer", "The peer of Python's WebSocket libraries.",
            discussion: """
                Without --url, runs a server until standard input ends, and prints its port. With --url, opens connections, sends \
                messages, and prints as JSON what was received and what it cost.
                """)
        let url = command.option("--url", "The URL of the server.")
        let arguments = PeerArguments(&command)
        await command.run {
            guard let url else { return try PeerServer.main() }
            print(try JSONOutput.line(of: try await PeerClient(arguments, url: url).run()))
        }
    }
}

/// The options of the client.
struct PeerArguments: Sendable {
    let isText: Bool
    let size: Int
    /// The number of messages that each connection sends.
    ///
    /// The connection is closed when as many have been received.
    let count: Int
    /// The number of messages that are sent before the first one is received.
    let window: Int
    let connections: Int
    /// The time that the reader needs for a message.
    let delay: Duration
    let code: Int
    let reason: String
    let protocols: [String]
    let ping: Int?
    let compression: String
    let maximumSize: Int?
    /// The time after which the client ends the connections, for servers that never end.
    let seconds: Int

    init(_ command: inout Command) {
        isText = command.flag("--text", "Send text instead of bytes.")
        size = command.option("--size", "The size of a message in bytes.", default: 100, in: 0...Int.max)
        count = command.option("--count", "The number of sent messages.", default: 0, in: 0...Int.max)
        window = command.option("--window", "The number of messages on the way.", default: 1, in: 1...Int.max)
        connections = command.option("--connections", "The number of connections.", default: 1, in: 1...Int.max)
        delay = .milliseconds(
            command.option("--delay", "The milliseconds for reading a message.", default: 0, in: 0...Int.max))
        code = command.option("--code", "The close code.", default: 1_000, in: 0...65_535)
        reason = command.option("--reason", "The reason of the close.") ?? ""
        protocols = command.options("--protocol", "A subprotocol.")
        ping = command.option("--ping", "The milliseconds between pings.", in: 1...Int.max)
        compression = command.option("--compression", "off, on, reset, or the window bits.") ?? "off"
        maximumSize = command.option("--maximum-size", "The maximum size of a message.", in: 0...Int.max)
        seconds = command.option("--seconds", "The maximum time.", default: 120, in: 1...Int.max)
    }
}
