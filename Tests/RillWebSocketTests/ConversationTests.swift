import Rill
import RillTestSupport
import Testing

@testable import RillWebSocket

/// Random conversations of two connections, compared with a model.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct ConversationTests {
    /// One side: the connection, the bytes on their way to it, and the events that must arrive.
    private struct Side: ~Copyable {
        var connection: WebSocketConnection
        var incoming: [UInt8] = []
        var expected: [WebSocketConnection.Event] = []
        var lastPing: [UInt8]?
        var pendingPart: WebSocketMessage?

        init(_ connection: consuming WebSocketConnection) { self.connection = connection }
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
        var client = Side(WebSocketConnection(role: .client, compression: parameters, fragmentSize: fragmentSize))
        var server = Side(WebSocketConnection(role: .server, compression: parameters, fragmentSize: fragmentSize))
        for _ in 0..<60 {
            if Bool.random(using: &random) {
                try act(&client, &server, &random)
            } else {
                try act(&server, &client, &random)
            }
        }
        try finishMessage(&client, &server)
        try finishMessage(&server, &client)
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

    private func act(_ side: inout Side, _ other: inout Side, _ random: inout SplitMix) throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: try sendMessage(&side, &other, isFinal: true, &random)
        case 4: try sendMessage(&side, &other, isFinal: false, &random)
        case 5:
            let payload = bytes(Int.random(in: 0...125, using: &random), &random)
            try side.connection.sendPing(payload)
            other.expected.append(.ping(payload))
        case 6:
            let payload = bytes(Int.random(in: 0...125, using: &random), &random)
            try side.connection.sendPong(payload)
            other.expected.append(.pong(payload))
        default: try deliver(from: &side, to: &other, &random)
        }
    }

    /// Sends a message, or a part.
    ///
    /// The following parts have the same kind.
    private func sendMessage(
        _ side: inout Side, _ other: inout Side, isFinal: Bool, _ random: inout SplitMix
    ) throws {
        let size = Int.random(in: 0...(1 << Int.random(in: 0...12, using: &random)), using: &random)
        let part: WebSocketMessage
        switch side.pendingPart {
        case .text: part = .text(text(size, &random))
        case .binary: part = .binary(bytes(size, &random))
        case nil: part = Bool.random(using: &random) ? .text(text(size, &random)) : .binary(bytes(size, &random))
        }
        try side.connection.send(part, isFinal: isFinal)
        let message = side.pendingPart.map { joined($0, part) } ?? part
        side.pendingPart = isFinal ? nil : message
        if isFinal { other.expected.append(.message(message)) }
    }

    private func finishMessage(_ side: inout Side, _ other: inout Side) throws {
        guard let message = side.pendingPart else { return }
        if case .text = message {
            try side.connection.send(.text(""))
        } else {
            try side.connection.send(.binary([]))
        }
        side.pendingPart = nil
        other.expected.append(.message(message))
    }

    private func joined(_ first: WebSocketMessage, _ second: WebSocketMessage) -> WebSocketMessage {
        switch (first, second) {
        case (.text(let first), .text(let second)): .text(first + second)
        case (.binary(let first), .binary(let second)): .binary(first + second)
        default: second
        }
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

    private func bytes(_ count: Int, _ random: inout SplitMix) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) &* 85 }
    }

    private func text(_ count: Int, _ random: inout SplitMix) -> String {
        String((0..<count).map { _ in ["a", "é", "€", "𤭢", "b", "\0"].randomElement(using: &random) ?? "a" })
    }
}
