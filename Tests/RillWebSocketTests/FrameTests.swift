import Testing

@testable import RillWebSocket

struct FrameTests {
    private func failure(_ role: WebSocketRole, _ bytes: [UInt8]) -> WebSocketError? {
        var endpoint = EchoEndpoint(role)
        endpoint.receive(bytes)
        return endpoint.failure
    }

    @Test func rejectsFramesWithMissingOrUnexpectedMask() {
        for (role, mask, description) in [
            (.client, nil, nil), (.server, [1, 2, 3, 4], nil),
            (.client, [1, 2, 3, 4], "received a masked frame from the server (close code 1002)"),
            (.server, nil, "received an unmasked frame (close code 1002)"),
        ] as [(WebSocketRole, [UInt8]?, String?)] {
            let error = failure(role, WireFrame.text("a").bytes(mask: mask))
            #expect(error?.description == description, "\(role) \(mask ?? [])")
        }
    }

    @Test(arguments: [(0, 2), (125, 2), (0, 8), (125, 8), (126, 8), (65_535, 8)])
    func rejectsLengthsThatAreNotMinimal(count: Int, lengthSize: Int) {
        let frame = WireFrame.binary(Array(repeating: 0, count: count))
        #expect(failure(.client, frame.bytes(mask: nil)) == nil)
        #expect(failure(.client, frame.bytes(mask: nil, lengthSize: lengthSize))?.code == .protocolError)
    }

    @Test func limitsLengthsTo63BitsAnd16MiB() {
        for (bytes, code) in [
            ([0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError), ([0x7F] + Array(repeating: 0xFF, count: 7), .messageTooBig),
            // The default limit.
            ([0, 0, 0, 0, 1, 0, 0, 0], nil), ([0, 0, 0, 0, 1, 0, 0, 1], .messageTooBig),
        ] as [([UInt8], WebSocketCloseCode?)] {
            #expect(failure(.client, [0x82, 127] + bytes)?.code == code, "\(bytes)")
        }
    }

    @Test func reservesNoMemoryForAnnouncedLengths() {
        let options = WebSocketOptions(messageSize: .max)
        var endpoint = EchoEndpoint(WebSocketConnection(role: .client, options: options))
        endpoint.receive([0x82, 127, 0x7F] + Array(repeating: 0xFF, count: 7) + [1, 2, 3])
        #expect(endpoint.failure == nil && endpoint.events.isEmpty)
    }

    /// A frame at a limit is accepted, and a larger one fails as soon as its header is received.
    @Test func limitsFramesAndMessages() {
        let options = WebSocketOptions(messageSize: 10, frameSize: 6)
        func failure(_ bytes: [UInt8]) -> WebSocketError? {
            var endpoint = EchoEndpoint(WebSocketConnection(role: .client, options: options))
            endpoint.receive(bytes)
            return endpoint.failure
        }
        let six = WireFrame.binary(Array(repeating: 1, count: 6), isFinal: false).bytes(mask: nil)
        #expect(failure(six) == nil)
        #expect(failure([0x02, 7])?.text == "received a frame of 7 bytes, which exceeds the limit of 6 bytes")
        #expect(failure(six + WireFrame.continuation("abcd").bytes(mask: nil)) == nil)
        let error = failure(six + [0x80, 5])
        #expect(error?.description == "received a message that exceeds the limit of 10 bytes (close code 1009)")
    }

    @Test func masksWithNewKeysAtEachPosition() throws {
        let keys = [0x0403_0201, 0xFFEE_DDCC] as [UInt32]
        for key in keys {
            let mask = withUnsafeBytes(of: key.littleEndian) { Array($0) }
            for count in 0..<40 {
                let payload = (0..<count).map { UInt8($0) }
                var connection = WebSocketConnection(role: .client, makeMask: { key })
                try connection.send(.binary(payload))
                #expect(connection.takeOutput() == WireFrame.binary(payload).bytes(mask: mask))
            }
        }
        var connection = WebSocketConnection(role: .client)
        try connection.sendPing()
        try connection.sendPing()
        let bytes = connection.takeOutput()
        #expect(bytes.count == 12 && bytes[2..<6] != bytes[8..<12])
    }

    /// The mask continues where the previous chunk has ended.
    @Test func unmasksPayloadsInChunksOfAnySize() {
        let payload = (0..<100).map { UInt8($0) }
        let bytes = WireFrame.binary(payload).bytes(mask: [1, 0xF2, 3, 0xF4])
        for size in 1...30 {
            var endpoint = EchoEndpoint(.server)
            for start in stride(from: 0, to: bytes.count, by: size) {
                endpoint.receive(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(endpoint.events == [.message(.binary(payload))])
        }
    }

    @Test func validatorAgreesWithStandardLibrary() {
        let bytes: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
        ]
        for a in bytes {
            for b in bytes {
                for c in bytes {
                    for d in bytes {
                        let text = [a, b, c, d]
                        var validator = UTF8Validator()
                        let isValid = text.withUnsafeBytes { validator.append($0) } && validator.isComplete
                        #expect(isValid == (String(validating: text, as: UTF8.self) != nil))
                    }
                }
            }
        }
    }
}
