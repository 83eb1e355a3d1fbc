import Rill
import Testing

@testable import RillWebSocket

/// Tests of permessage-deflate with the examples of RFC 7692, and with hostile input.
struct CompressionTests {
    private func endpoint(
        _ parameters: DeflateParameters = DeflateParameters(), messageSize: Int = 1_000_000
    ) -> EchoEndpoint {
        let options = WebSocketOptions(messageSize: messageSize)
        return EchoEndpoint(WebSocketConnection(role: .client, compression: parameters, options: options))
    }

    /// The payloads for "Hello" from RFC 7692, 7.2.3.
    private static let hello: [[UInt8]] = [
        [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],  // one block
        [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],  // a block without compression
        [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],  // a final block
        [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],  // two blocks
    ]

    @Test(arguments: hello) func decompressesExamples(payload: [UInt8]) {
        var endpoint = endpoint()
        // The second message refers to the first one: it is decompressed with the window that remains.
        let second: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
        endpoint.receive(WireFrame(1, payload, reserved: 4).bytes(mask: nil))
        endpoint.receive(WireFrame(1, second, reserved: 4).bytes(mask: nil))
        #expect(endpoint.failure == nil)
        #expect(endpoint.events == [.message(.text("Hello")), .message(.text("Hello"))])
    }

    @Test func decompressesFragments() {
        for split in 0...7 {
            var endpoint = endpoint()
            endpoint.receive(WireFrame(1, Array(Self.hello[0][..<split]), isFinal: false, reserved: 4).bytes(mask: nil))
            endpoint.receive(WireFrame.ping().bytes(mask: nil))
            endpoint.receive(WireFrame(0, Array(Self.hello[0][split...])).bytes(mask: nil))
            #expect(endpoint.events == [.ping([]), .message(.text("Hello"))])
        }
    }

    @Test func decompressedMessagesCanBeMixedWithOthers() {
        var endpoint = endpoint()
        endpoint.receive(WireFrame.text("plain").bytes(mask: nil))
        endpoint.receive(WireFrame(1, Self.hello[0], reserved: 4).bytes(mask: nil))
        #expect(endpoint.events == [.message(.text("plain")), .message(.text("Hello"))])
    }

    @Test func messagesAreMarkedAsCompressed() throws {
        var connection = WebSocketConnection(role: .server, compression: DeflateParameters())
        try connection.send(.text("Hello"))
        #expect(WireFrame.parse(connection.takeOutput(), masked: false) == [WireFrame(1, Self.hello[0], reserved: 4)])
    }

    @Test func controlFramesAreNotCompressed() throws {
        var connection = WebSocketConnection(role: .server, compression: DeflateParameters())
        try connection.sendPing([1, 2])
        try connection.close()
        #expect(WireFrame.parse(connection.takeOutput(), masked: false) == [WireFrame(9, [1, 2]), .close(1000)])
    }

    @Test(arguments: [
        WireFrame(0, [], reserved: 4), WireFrame(9, [], reserved: 4), WireFrame(1, [], reserved: 2),
        WireFrame(1, [], reserved: 5),
    ])
    func rejectsBitsThatAreNotNegotiated(frame: WireFrame) {
        var endpoint = endpoint()
        endpoint.receive(WireFrame.text("", isFinal: frame.opcode != 0).bytes(mask: nil))
        endpoint.receive(frame.bytes(mask: nil))
        #expect(endpoint.failure?.code == .protocolError)
    }

    @Test func emptyMessagesAreOneByte() throws {
        for keepsContext in [true, false] {
            let parameters = DeflateParameters(serverNoContextTakeover: !keepsContext)
            var connection = WebSocketConnection(role: .server, compression: parameters)
            var endpoint = endpoint(parameters)
            for message in ["", "", "a", "", ""] {
                try connection.send(.text(message))
                let bytes = connection.takeOutput()
                if message.isEmpty { #expect(WireFrame.parse(bytes, masked: false)?.first?.payload == [0]) }
                endpoint.receive(bytes)
                #expect(endpoint.events.last == .message(.text(message)))
            }
            #expect(endpoint.failure == nil && endpoint.events.count == 5)
        }
    }

    // MARK: Windows

    /// Bytes that cannot be compressed, and are longer than a window of 9 bits.
    private static let block: [UInt8] = {
        var random = SplitMix(seed: 1)
        return (0..<600).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }()

    /// Without context takeover, each message is compressed by itself.
    @Test func contextTakeoverReducesTheSize() throws {
        let text = String(decoding: (0..<300).map { UInt8(33 + $0 * $0 % 89) }, as: UTF8.self)
        for keepsContext in [true, false] {
            let parameters = DeflateParameters(clientNoContextTakeover: !keepsContext)
            var connection = WebSocketConnection(role: .client, compression: parameters)
            try connection.send(.text(text))
            let first = connection.takeOutput().count
            try connection.send(.text(text))
            let second = connection.takeOutput().count
            #expect(keepsContext ? second < first / 4 : second == first)
        }
    }

    /// Each side uses the window that is agreed for the sender.
    @Test(arguments: [8, 9, 12, 15], [WebSocketRole.client, .server])
    func messagesStayWithinTheWindow(bits: Int, role: WebSocketRole) throws {
        let parameters =
            role == .client
            ? DeflateParameters(clientMaxWindowBits: bits) : DeflateParameters(serverMaxWindowBits: bits)
        var pair = ConnectedEndpoints(endpoint: role, compression: parameters)
        let block = Self.block
        #expect(try pair.returnsMessage(.binary(Array(repeatElement(block, count: 40).joined()))))
    }

    /// zlib has no window of 8 bits, so that nothing refers to previous bytes.
    @Test func windowOfEightBitsIsNotUsed() throws {
        for (bits, isUsed) in [(8, false), (10, true)] {
            let parameters = DeflateParameters(clientMaxWindowBits: bits)
            var connection = WebSocketConnection(role: .client, compression: parameters)
            try connection.send(.binary(Self.block + Self.block))
            let size = connection.takeOutput().count
            #expect((size < 1_000) == isUsed)
        }
    }

    @Test func distancesBeyondTheWindowAreInvalid() throws {
        var sender = WebSocketConnection(role: .server, compression: DeflateParameters())
        let block = Self.block
        try sender.send(.binary(block))
        try sender.send(.binary(block))
        var endpoint = endpoint(DeflateParameters(serverMaxWindowBits: 9))
        endpoint.receive(sender.takeOutput())
        #expect(endpoint.failure?.code == .invalidPayload)
        let reason = "received a compressed message that cannot be decompressed: invalid distance too far back"
        #expect(endpoint.failure?.text == reason)
    }

    // MARK: Hostile input

    /// A few bytes can be the compressed form of a message that does not fit into memory.
    @Test func limitsDecompressedMessages() throws {
        for (size, limit) in [(100_000, 100_000), (100_001, 100_000), (20_000_000, 100_000), (1_000_000, .max), (1, 0)]
        {
            var sender = WebSocketConnection(role: .server, compression: DeflateParameters())
            try sender.send(.binary(Array(repeating: 0, count: size)))
            var endpoint = endpoint(messageSize: limit)
            endpoint.receive(sender.takeOutput())
            let isAccepted = size <= limit
            #expect(endpoint.events.count == (isAccepted ? 1 : 0))
            #expect(endpoint.failure?.code == (isAccepted ? nil : .messageTooBig))
        }
    }

    @Test func invalidTextFailsWithinCompressedMessages() throws {
        let text = [UInt8](repeating: 0x61, count: 5_000) + [0xFF] + Array(repeating: 0x61, count: 5_000)
        var sender = WebSocketConnection(role: .server, compression: DeflateParameters())
        try sender.send(.binary(text))
        var frame = try #require(WireFrame.parse(sender.takeOutput(), masked: false)?.first)
        frame.opcode = 1
        frame.isFinal = false
        var endpoint = endpoint()
        endpoint.receive(frame.bytes(mask: nil))
        #expect(endpoint.failure?.code == .invalidPayload)
    }

    @Test func truncatedMessagesAreInvalid() {
        for payload in Self.hello {
            // The end of a block without compression, whose length is missing, is a valid end.
            let ends: Set = [[0x00], Self.hello[3][..<4]]
            for count in 0..<payload.count where !ends.contains(payload[..<count]) {
                var endpoint = endpoint()
                endpoint.receive(WireFrame(1, Array(payload[..<count]), reserved: 4).bytes(mask: nil))
                #expect(endpoint.failure?.code == .invalidPayload)
                let reason = "received a compressed message that cannot be decompressed: the message is incomplete"
                #expect(endpoint.failure?.text == reason)
            }
        }
    }

    @Test func invalidBlocksAreInvalid() {
        for payload in [[0x06], [0x07, 0x00], [0x00, 0x05, 0x00, 0x00, 0x00, 0x00]] as [[UInt8]] {
            var endpoint = endpoint()
            endpoint.receive(WireFrame(2, payload, reserved: 4).bytes(mask: nil))
            #expect(endpoint.failure?.code == .invalidPayload)
        }
    }
}
