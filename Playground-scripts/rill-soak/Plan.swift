import RillHTTP

/// What one request asks the server to do, and how it may end.
struct Plan: Sendable {
    /// What the server does, and what the client does beside.
    enum Kind: String, CaseIterable, Sendable {
        // Answers as they should be.
        case small, large, chunked, upload, status
        // Faults.
        case delay, trickle, truncate, reset, stall, garble, closeInHead, badChunk

        var isFault: Bool {
            switch self {
            case .small, .large, .chunked, .upload, .status: false
            default: true
            }
        }

        /// How often it is chosen, of a hundred.
        var weight: Int {
            switch self {
            case .small: 52
            case .large: 4
            case .chunked: 10
            case .upload: 8
            case .status: 6
            case .delay: 4
            case .trickle: 3
            case .truncate: 3
            case .reset: 3
            case .stall: 1
            case .garble: 2
            case .closeInHead: 2
            case .badChunk: 2
            }
        }
    }

    /// When the client gives the exchange up.
    enum Cancellation: Sendable {
        case never
        /// At once, before anything can have come.
        case atOnce
        /// From another thread, after so many microseconds.
        case after(Int)
        /// Where the event of this number is delivered.
        case atEvent(Int)
    }

    let kind: Kind
    let size: Int
    let variant: Int
    let cancellation: Cancellation
    /// Whether the client makes the server wait now and then.
    let pauses: Bool

    init(using generator: inout some RandomNumberGenerator) {
        var choice = Int.random(in: 0..<100, using: &generator)
        kind =
            Kind.allCases.first { kind in
                choice -= kind.weight
                return choice < 0
            } ?? .small
        size =
            switch kind {
            case .large: Int.random(in: 65_536...1_048_576, using: &generator)
            case .upload: Int.random(in: 0...200_000, using: &generator)
            case .trickle: Int.random(in: 1...12, using: &generator)
            default: Int.random(in: 0...4_096, using: &generator)
            }
        variant = Int.random(in: 0..<1_000, using: &generator)
        cancellation =
            switch Int.random(in: 0..<100, using: &generator) {
            case ..<85: .never
            case ..<88: .atOnce
            case ..<95: .after(Int.random(in: 0...3_000, using: &generator))
            default: .atEvent(Int.random(in: 1...4, using: &generator))
            }
        pauses = kind == .large && Int.random(in: 0..<4, using: &generator) == 0
    }

    /// The path and the query that tell the server what to do.
    var path: String { "/\(kind.rawValue)?size=\(size)&variant=\(variant)" }

    /// Whether the exchange may end like this, if it is not cancelled.
    func allows(_ end: End) -> Bool {
        switch (kind, end) {
        case (.upload, .completed(let bytes)): bytes == String(size).utf8.count
        case (.small, .completed(let bytes)), (.large, .completed(let bytes)), (.chunked, .completed(let bytes)),
            (.status, .completed(let bytes)), (.delay, .completed(let bytes)), (.trickle, .completed(let bytes)):
            bytes == size
        case (.truncate, .failed(let code)): code == .closedEarly
        case (.reset, .failed(let code)): code == .closedEarly || code == .sendFailed
        case (.stall, .failed(let code)): code == .timeout
        case (.garble, .failed(let code)): code == .malformedResponse || code == .closedEarly || code == .tooLarge
        case (.closeInHead, .failed(let code)): code == .closedEarly || code == .malformedResponse
        case (.badChunk, .failed(let code)): code == .malformedResponse || code == .closedEarly
        default: false
        }
    }

    /// How an exchange has ended.
    enum End: Sendable, CustomStringConvertible {
        case completed(Int)
        case failed(TransportError.Code)
        case cancelled

        var description: String {
            switch self {
            case .completed(let bytes): "completed with \(bytes) bytes"
            case .failed(let code): "failed: \(code)"
            case .cancelled: "cancelled"
            }
        }
    }
}
