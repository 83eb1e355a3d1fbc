import Rill

@testable import RillWebSocket

/// A connection that sends back each message, and records its events and its output.
struct EchoEndpoint: ~Copyable {
    var connection: WebSocketConnection
    var output: [UInt8] = []
    var events: [WebSocketConnection.Event] = []
    var failure: WebSocketError?

    init(_ connection: consuming WebSocketConnection) { self.connection = connection }

    init(_ role: WebSocketRole) { self.init(WebSocketConnection(role: role)) }

    mutating func receive(_ bytes: [UInt8]) {
        connection.receive(bytes)
        do throws(WebSocketError) {
            while let event = try connection.nextEvent() {
                events.append(event)
                if case .message(let message) = event, connection.canSend { try? connection.send(message) }
                output += connection.takeOutput()
            }
        } catch {
            failure = error
        }
        output += connection.takeOutput()
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }
}

/// The ways to split a stream of bytes into chunks.
enum Slicing {
    /// The stream as a whole, as single bytes, and split at each position, or in random chunks if it is long.
    static func slicings(of bytes: [UInt8], seed: UInt64) -> [[[UInt8]]] {
        guard bytes.count <= 400 else {
            var random = SplitMix(seed: seed)
            return [[bytes]] + (0..<3).map { _ in randomChunks(bytes, &random) }
        }
        return [[bytes], bytes.map { [$0] }]
            + bytes.indices.map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
    }

    /// Chunks of random sizes, most of them short.
    static func randomChunks(_ bytes: [UInt8], _ random: inout SplitMix) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...(1 << Int.random(in: 0...14, using: &random)), using: &random)
            chunks.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return chunks
    }
}
