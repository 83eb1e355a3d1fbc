import Testing

@testable import RillWebSocket

/// A case of the Autobahn test suite, identified by its number: the frames that the suite sends, and the required replies.
///
/// - SeeAlso: https://github.com/crossbario/autobahn-testsuite
struct AutobahnCase: CustomTestStringConvertible, Sendable {
    /// The end of the connection.
    enum End: Hashable, Sendable {
        /// The suite closes the connection with code 1000, which the endpoint confirms.
        case normal

        /// The frames contain a close frame, which the endpoint confirms with the same code, or without one.
        case confirmed(UInt16?)

        /// The endpoint fails the connection with a code.
        case failed(UInt16)
    }

    let number: String
    let frames: [WireFrame]
    /// The frames that the endpoint sends before its close frame.
    let replies: [WireFrame]
    let end: End

    init(_ number: String, _ frames: [WireFrame], replies: [WireFrame] = [], _ end: End = .normal) {
        self.number = number
        self.frames = frames
        self.replies = replies
        self.end = end
    }

    var testDescription: String { number }

    /// Runs the case with the endpoint in both roles, and with the bytes in chunks of all sizes.
    func run(_ location: SourceLocation = #_sourceLocation) {
        for role in [WebSocketRole.client, .server] {
            let sent = end == .normal ? frames + [.close(1000)] : frames
            let bytes = sent.flatMap { $0.bytes(mask: role == .server ? [0x12, 0xF0, 0x7E, 0x81] : nil) }
            for chunks in Slicing.slicings(of: bytes, seed: 1) {
                guard let problem = problem(role, chunks) else { continue }
                Issue.record("\(number) as \(role), \(chunks.count) chunks: \(problem)", sourceLocation: location)
                return
            }
        }
    }

    /// Returns the first difference from the required behavior, or `nil` if there is none.
    private func problem(_ role: WebSocketRole, _ chunks: [[UInt8]]) -> String? {
        var endpoint = EchoEndpoint(role)
        for chunk in chunks { endpoint.receive(chunk) }
        guard var sent = WireFrame.parse(endpoint.output, masked: role == .client) else { return "invalid output" }
        guard let close = sent.popLast(), close.opcode == 8, endpoint.connection.isFinished else { return "no close" }
        guard sent == replies else { return "sent \(sent.map(\.opcode))" }
        let code = close.payload.isEmpty ? nil : close.payload.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
        switch end {
        case .normal where code == 1000 && endpoint.failure == nil: return nil
        case .confirmed(let expected) where code == expected && endpoint.failure == nil: return nil
        case .failed(let expected) where code == expected && endpoint.failure?.code.rawValue == expected: return nil
        default: return "closed with \(code ?? 0), failure \(endpoint.failure?.description ?? "none")"
        }
    }
}
