public import Foundation
internal import RillHTTP

/// A message of a WebSocket connection.
///
///     try await socket.send("hello")
///     try await socket.send(.json(Order(id: 1)))
public enum WebSocketMessage: Hashable, Sendable {
    /// A message with text.
    case text(String)

    /// A message with any bytes.
    case binary([UInt8])
}

extension WebSocketMessage: ExpressibleByStringInterpolation {
    /// Creates a message with text.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension WebSocketMessage {
    /// Encodes a value as a text message with JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The JSON encoder. Defaults to one with default settings.
    /// - Returns: A text message.
    /// - Throws: The error of the encoder.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> Self {
        .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// The content of the message, with text encoded in UTF-8.
    public var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }
}

extension WebSocketMessage: CustomStringConvertible {
    /// The kind of the message, followed by the text or by the number of bytes.
    public var description: String {
        switch self {
        case .text(let text): "text \(text.debugDescription)"
        case .binary(let bytes): "binary, \(bytes.count) bytes"
        }
    }
}
