import Rill
import RillTestSupport
import Testing

@testable import RillWebSocket

/// Random conversations of two connections, compared with a model.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct ConversationTests {
    /// One side: the connection, the bytes on their way to it, and the events that must arrive.
    private struct Side: ~Copyable {
        let role: WebSocketRole
        var connection: WebSocketConnection
        var incoming: [UInt8] = []
        var expected: [WebSocketConnection.Event] = []
        var lastPing: [UInt8]?
        /// A message whose last fragments have not been sent.
        var message: WebSocketMessage?
        var fragments: [WireFrame] = []

        init(_ role: WebSocketRole, _ parameters: DeflateParameters?) {
            self.role = role
            connection = WebSocketConnection(role: role, compression: parameters)
        }
    }

    private static let parameters: [DeflateParameters?] =
        [nil]
        + [false, true].flatMap { server in
            [false, true].flatMap { client in
                [(nil, nil), (8, 9), (9, 8), (12, 15)].map { serverBits, clientBits in
                    DeflateParameters(
                        serverNoContextTakeover: server, clientNoContextTakeover: client,
                        serverMaxWindowBits: serverBits, clientMaxWindowBits: clientBits)
                }
            }
        }

    @Test(arguments: parameters, [UInt64](1...12))
    func bothSidesReceiveAllMessages(parameters: DeflateParameters?, seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let fragmentSize = [1, 7, 100, 1_000, .max].randomElement(using: &random) ?? 1
        var client = Side(.client, parameters)
        var server = Side(.server, parameters)
        for _ in 0..<60 {
            if Bool.random(using: &random) {
                try act(&client, &server, fragmentSize, &random)
            } else {
                try act(&server, &client, fragmentSize, &random)
            }
        }
        sendFragments(client.fragments.count, &client, &server)
        sendFragments(server.fragments.count, &server, &client)
        try deliverAll(&client, &server)
        // Either side begins the close handshake, or both do.
        let starter = Int(seed % 3)
        if starter != 0 {
            try client.connection.close(.goingAway, reason: "é")
            server.expected.append(.close(CloseFrame(.goingAway, reason: "é")))
        }
        if starter != 1 {
            try server.connection.close()
            client.expected.append(.close(CloseFrame(.normalClosure)))
        }
        if starter == 0 { server.expected.append(.close(CloseFrame(.normalClosure))) }
        if starter == 1 { client.expected.append(.close(CloseFrame(.goingAway))) }
        try deliverAll(&client, &server)
        #expect(client.expected.isEmpty && server.expected.isEmpty)
        #expect(client.connection.isFinished && server.connection.isFinished)
        try client.connection.receiveEnd()
        try server.connection.receiveEnd()
    }

    // MARK: Steps

    private func act(
        _ side: inout Side, _ other: inout Side, _ fragmentSize: Int, _ random: inout SplitMix
    ) throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2 where side.message == nil:
            let message = message(&random)
            try side.connection.send(message)
            other.expected.append(.message(message))
        case 0..<4:
            if side.message == nil { try beginMessage(&side, &other, fragmentSize, &random) }
            sendFragments(side.fragments.count, &side, &other)
        case 4:
            if side.message == nil {
                let size = Int.random(in: 1...min(fragmentSize, 4_096), using: &random)
                try beginMessage(&side, &other, size, &random)
            }
            sendFragments(Int.random(in: 0..<side.fragments.count, using: &random), &side, &other)
        case 5:
            let payload = bytes(Int.random(in: 0...125, using: &random), &random)
            try side.connection.sendPing(payload)
            other.expected.append(.ping(payload))
        case 6:
            let payload = bytes(Int.random(in: 0...125, using: &random), &random)
            send([WireFrame(10, payload)], &side, &other)
            other.expected.append(.pong(payload))
        default: try deliver(from: &side, to: &other, &random)
        }
    }

    /// Encodes a message, and splits it into fragments, of which the last one can be empty.
    private func beginMessage(
        _ side: inout Side, _ other: inout Side, _ fragmentSize: Int, _ random: inout SplitMix
    ) throws {
        send([], &side, &other)
        let message = message(&random)
        try side.connection.send(message)
        let frames = WireFrame.parse(side.connection.takeOutput(), masked: side.role == .client)
        side.fragments = try #require(frames?.first).fragments(ofSize: fragmentSize)
        if Bool.random(using: &random) {
            side.fragments[side.fragments.count - 1].isFinal = false
            side.fragments.append(WireFrame(0, []))
        }
        side.message = message
    }

    /// Sends the next fragments of a message.
    private func sendFragments(_ count: Int, _ side: inout Side, _ other: inout Side) {
        send(Array(side.fragments.prefix(count)), &side, &other)
        side.fragments.removeFirst(count)
        guard side.fragments.isEmpty, let message = side.message else { return }
        side.message = nil
        other.expected.append(.message(message))
    }

    /// Sends frames after the output of a side.
    private func send(_ frames: [WireFrame], _ side: inout Side, _ other: inout Side) {
        other.incoming += side.connection.takeOutput()
        for frame in frames { other.incoming += frame.bytes(from: side.role) }
    }

    /// Moves the output of a side, and passes a part of the bytes to the other one in random chunks.
    private func deliver(from side: inout Side, to other: inout Side, _ random: inout SplitMix) throws {
        other.incoming += side.connection.takeOutput()
        let count = Int.random(in: 0...other.incoming.count, using: &random)
        let part = Array(other.incoming[..<count])
        other.incoming.removeFirst(count)
        for chunk in Slicing.randomChunks(part, &random) {
            other.connection.receive(chunk)
            while let event = try other.connection.nextEvent() { try check(event, &other, &side) }
        }
    }

    private func deliverAll(_ client: inout Side, _ server: inout Side) throws {
        var random = SplitMix(seed: 0)
        while client.connection.hasOutput || server.connection.hasOutput || !client.incoming.isEmpty
            || !server.incoming.isEmpty
        {
            try deliver(from: &client, to: &server, &random)
            try deliver(from: &server, to: &client, &random)
        }
    }

    /// Compares an event with the expected one.
    ///
    /// A pong is sent for the last ping before the next output.
    private func check(_ event: WebSocketConnection.Event, _ side: inout Side, _ other: inout Side) throws {
        let expected = side.expected.removeFirst()
        try #require(event == expected)
        guard case .ping = event, side.connection.canSend else { return }
        // The output is taken at once, so that a pong is sent for each ping.
        if case .ping(let payload) = event { other.expected.append(.pong(payload)) }
        other.incoming += side.connection.takeOutput()
    }

    // MARK: Values

    private func message(_ random: inout SplitMix) -> WebSocketMessage {
        let size = Int.random(in: 0...(1 << Int.random(in: 0...12, using: &random)), using: &random)
        return Bool.random(using: &random) ? .text(text(size, &random)) : .binary(bytes(size, &random))
    }

    private func bytes(_ count: Int, _ random: inout SplitMix) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) &* 85 }
    }

    private func text(_ count: Int, _ random: inout SplitMix) -> String {
        String((0..<count).map { _ in ["a", "é", "€", "𤭢", "b", "\0"].randomElement(using: &random) ?? "a" })
    }
}
