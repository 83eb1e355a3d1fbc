import RillTestSupport
import Testing

@testable import RillWebSocket

/// The groups 9 and 10 of the Autobahn test suite: large and many messages, and fragmentation.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct AutobahnLimitTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        let number: String
        let size: Int
        let isText: Bool
        var count = 1
        var fragmentSize = Int.max
        var chunkSize = Int.max

        var testDescription: String { number }

        var message: WebSocketMessage {
            let pattern = isText ? Array("BAsd7&jh23".utf8) : [0x00, 0xFE, 0x23, 0xFA, 0xF0]
            var bytes: [UInt8] = []
            bytes.reserveCapacity(size + pattern.count)
            while bytes.count < size { bytes += bytes.isEmpty ? pattern : bytes }
            bytes.removeLast(bytes.count - size)
            return isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)
        }
    }

    @Test(arguments: cases, [WebSocketRole.client, .server])
    private func sendsBackLargeAndManyMessages(_ item: Case, _ role: WebSocketRole) throws {
        var pair = ConnectedEndpoints(endpoint: role, fragmentSize: item.fragmentSize)
        let message = item.message
        for _ in 0..<item.count { try #require(try pair.returnsMessage(message, chunkSize: item.chunkSize)) }
        #expect(try pair.closes())
    }

    private static let cases: [Case] = [true, false].flatMap { isText in
        let sizes = [64, 256, 1_024, 4_096, 8_192, 16_384].enumerated().map { index, size in
            Case(number: "9.\(isText ? 1 : 2).\(index + 1)", size: size << 10, isText: isText)
        }
        let fragments = (0..<9).map { index in
            Case(
                number: "9.\(isText ? 3 : 4).\(index + 1)", size: 4 << 20, isText: isText,
                fragmentSize: 64 << (2 * index))
        }
        let chunks = (0..<6).map { index in
            Case(number: "9.\(isText ? 5 : 6).\(index + 1)", size: 1 << 20, isText: isText, chunkSize: 64 << index)
        }
        let many = [0, 16, 64, 256, 1_024, 4_096].enumerated().map { index, size in
            Case(number: "9.\(isText ? 7 : 8).\(index + 1)", size: size, isText: isText, count: 1_000)
        }
        return sizes + fragments + chunks + many
    }

    @Test func tableContainsAllCases() { #expect(Self.cases.count == 54) }

    /// Case 10.1.1.
    @Test(arguments: [WebSocketRole.client, .server]) func assemblesFragmentsOf1300Bytes(role: WebSocketRole) throws {
        let text = String(repeating: "*", count: 65_536)
        let frames = WireFrame.text(text).fragments(ofSize: 1_300)
        #expect(frames.map(\.payload.count) == Array(repeating: 1_300, count: 50) + [536])
        #expect(frames.map(\.opcode) == [1] + Array(repeating: 0, count: 50))
        #expect(frames.map(\.isFinal) == Array(repeating: false, count: 50) + [true])
        var pair = ConnectedEndpoints(endpoint: role, fragmentSize: 1_300)
        #expect(try pair.returnsMessage(.text(text)))
        #expect(try pair.closes())
    }
}
