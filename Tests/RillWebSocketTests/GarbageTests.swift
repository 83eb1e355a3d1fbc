import Rill
import RillTestSupport
import Testing

@testable import RillWebSocket

/// Tests that no input traps, and that the result does not depend on the boundaries of chunks.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct GarbageTests {
    private struct Outcome: Equatable {
        var events: [WebSocketConnection.Event]
        var failure: WebSocketError?
        var frames: [WireFrame]?
    }

    private func outcome(_ connection: consuming WebSocketConnection, _ chunks: [[UInt8]], masked: Bool) -> Outcome {
        var endpoint = EchoEndpoint(connection)
        for chunk in chunks { endpoint.receive(chunk) }
        return Outcome(
            events: endpoint.events, failure: endpoint.failure, frames: WireFrame.parse(endpoint.output, masked: masked)
        )
    }

    @Test(arguments: [WebSocketRole.client, .server], [UInt64](1...8))
    func randomBytesFailOrWaitForMore(role: WebSocketRole, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var failures = 0
        for _ in 0..<1_000 {
            let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            failures += compare(role, bytes, &random).failure == nil ? 0 : 1
        }
        #expect(failures > 500)
    }

    /// Changes single bytes of valid streams, which reaches deeper states.
    @Test(arguments: [WebSocketRole.client, .server], [UInt64](1...8))
    func changedStreamsFailOrAreAccepted(role: WebSocketRole, seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (failures, events) = (0, 0)
        for _ in 0..<500 {
            let peerRole: WebSocketRole = role == .client ? .server : .client
            var peer = WebSocketConnection(role: peerRole, compression: DeflateParameters())
            try peer.send(.text("Grüße €"))
            try peer.sendPing([1, 2])
            try peer.send(.binary(Array(repeating: 7, count: 200)))
            try peer.send(.text("a"))
            try peer.close(.goingAway, reason: "é")
            var frames = try #require(WireFrame.parse(peer.takeOutput(), masked: peerRole == .client))
            frames[3].isFinal = false
            frames = frames.flatMap { $0.fragments(ofSize: 9) }
            var bytes = frames.flatMap { $0.bytes(from: peerRole) }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            let outcome = compare(role, bytes, &random)
            failures += outcome.failure == nil ? 0 : 1
            events += outcome.events.count
        }
        #expect(failures > 50 && events > 50)
    }

    /// Compares the outcomes of the whole stream and of random chunks.
    private func compare(_ role: WebSocketRole, _ bytes: [UInt8], _ random: inout SplitMix) -> Outcome {
        let options = WebSocketOptions(messageSize: 1_000, frameSize: 2_000)
        let make = { WebSocketConnection(role: role, compression: DeflateParameters(), options: options) }
        let whole = outcome(make(), [bytes], masked: role == .client)
        let split = outcome(make(), Slicing.randomChunks(bytes, &random), masked: role == .client)
        if whole != split { Issue.record("\(role) received \(bytes): \(whole) and in chunks \(split)") }
        return whole
    }
}
