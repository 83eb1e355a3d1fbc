import RillHTTP

/// The plan of an exchange: the server's behavior, the cancellation, and the permitted outcomes.
struct Plan: Sendable {
    /// The server's behavior.
    enum Kind: String, CaseIterable, Sendable {
        // Valid responses.
        case small, large, chunked, upload, status, session
        // Faults.
        case delay, trickle, truncate, reset, stall, garble, closeInHead, badChunk
        // WebSocket connections whose messages the server sends back, and faults of such connections.
        case echo
        case refusedSocket, slowSocket, closedSocket, failedSocket, cutSocket, resetSocket, garbledSocket, stalledSocket

        static let exchanges = Array(allCases.prefix { $0 != .echo })
        static let sockets = Array(allCases.drop { $0 != .echo })

        var isFault: Bool {
            switch self {
            case .small, .large, .chunked, .upload, .status, .session, .echo: false
            default: true
            }
        }

        /// The probability of the kind, in percent.
        var weight: Int {
            switch self {
            case .small: 46
            case .chunked: 10
            case .upload: 8
            case .status, .session: 6
            case .large, .delay: 4
            case .trickle, .truncate, .reset: 3
            case .garble, .closeInHead, .badChunk: 2
            case .stall: 1
            case .echo: 50
            case .slowSocket, .closedSocket: 10
            case .refusedSocket, .failedSocket, .cutSocket, .resetSocket, .garbledSocket, .stalledSocket: 5
            }
        }
    }

    /// The errors with which an exchange fails, or an empty array if it cannot fail.
    private var failures: [TransportError.Code] {
        switch kind {
        case .truncate, .stalledSocket: [.closedEarly]
        case .reset, .cutSocket, .resetSocket: [.closedEarly, .sendFailed]
        case .garbledSocket: [.malformedResponse, .closedEarly, .sendFailed]
        case .stall: [.timeout]
        case .garble: [.malformedResponse, .closedEarly, .tooLarge]
        case .closeInHead, .badChunk: [.malformedResponse, .closedEarly]
        default: []
        }
    }

    /// The time at which the client cancels the exchange.
    enum Cancellation: Sendable {
        case never
        /// Immediately after subscribing, on the same thread.
        case immediately
        /// After a number of microseconds, on another thread.
        case after(Int)
        /// While the event with this number is delivered.
        case atEvent(Int)
    }

    static let maximumUploadSize = 200_000
    static let maximumSize = 1 << 20

    let kind: Kind
    let size: Int
    let variant: Int
    let cancellation: Cancellation
    /// Whether the client applies back-pressure with a small buffer.
    let pauses: Bool

    /// Creates a random plan of one of several kinds, whose weights add up to 100.
    init(of kinds: [Kind], using generator: inout some RandomNumberGenerator) {
        var choice = Int.random(in: 0..<100, using: &generator)
        kind =
            kinds.first { kind in
                choice -= kind.weight
                return choice < 0
            } ?? kinds[0]
        variant = Int.random(in: 0..<1_000, using: &generator)
        size =
            switch kind {
            case .small where Self.isCacheable(kind, variant: variant): variant * 40
            case .large,
                .echo where variant % 8 == 0:
                Int.random(in: 65_536...Self.maximumSize, using: &generator)
            case .upload: Int.random(in: 0...Self.maximumUploadSize, using: &generator)
            case .trickle: Int.random(in: 1...12, using: &generator)
            default: Int.random(in: 0...4_096, using: &generator)
            }
        cancellation =
            switch Int.random(in: 0..<100, using: &generator) {
            case ..<85: .never
            case ..<88: .immediately
            case ..<95: .after(Int.random(in: 0...3_000, using: &generator))
            default: .atEvent(Int.random(in: 1...4, using: &generator))
            }
        pauses = (kind == .large || kind == .echo) && Int.random(in: 0..<4, using: &generator) == 0
    }

    /// The path and query of the request, which specify the server's behavior.
    var path: String { "/\(kind.rawValue)?size=\(size)&variant=\(variant)" }

    /// Whether a cache may store the response.
    ///
    /// Such responses have only 100 URLs.
    static func isCacheable(_ kind: Kind, variant: Int) -> Bool { kind == .small && variant < 100 }

    /// Returns whether an exchange that was not canceled is permitted to end with an outcome.
    func allows(_ end: End, throughMiddleware: Bool) -> Bool {
        switch (kind, end) {
        // The circuits of faults open, and redirects without a location and error statuses are rejected.
        case (.status, .rejected): throughMiddleware
        case (.refusedSocket, .rejected), (.failedSocket, .rejected): true
        case (_, .rejected): throughMiddleware && kind.isFault
        case (.refusedSocket, .completed): false
        case (.closedSocket, .completed(let bytes)): bytes <= size
        // The client closes the connection when it has received everything, even while the server fails.
        case (_, .completed(let bytes)): failures.isEmpty && bytes == size
        case (_, .failed(let code)): failures.contains(code)
        case (_, .cancelled): false
        }
    }

    /// The outcome of an exchange.
    enum End: Sendable, CustomStringConvertible {
        case completed(Int)
        case failed(TransportError.Code)
        /// A client with middleware has rejected the request or its response.
        case rejected
        case cancelled

        var description: String {
            switch self {
            case .completed(let bytes): "completed with \(bytes) bytes"
            case .failed(let code): "failed: \(code)"
            case .rejected: "rejected"
            case .cancelled: "cancelled"
            }
        }
    }
}
