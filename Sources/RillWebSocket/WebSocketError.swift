public import Foundation

/// A failure of a WebSocket connection.
///
/// The peer violated the protocol, exceeded a limit, did not respond in time, or closed the connection with a code other than
/// ``WebSocketCloseCode/normalClosure``; or the connection ended without a close frame. A peer that confirms the code of
/// ``WebSocket/close(_:reason:)`` has closed the connection normally.
public struct WebSocketError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The code of the close frame, or the code that RFC 6455 assigns to the failure.
    public let code: WebSocketCloseCode

    /// A description of the failure, without a trailing period.
    ///
    /// If the peer closed the connection, the text contains its reason, unchanged.
    public let text: String

    init(_ code: WebSocketCloseCode, _ text: String) {
        self.code = code
        self.text = text
    }

    /// Whether a new connection can succeed: the server is restarting, overloaded, or failed, or the connection was lost.
    public var isTransient: Bool {
        switch code {
        case .goingAway, .abnormalClosure, .internalError, .serviceRestart, .tryAgainLater, .badGateway: true
        default: false
        }
    }

    /// The text, with control and format characters replaced by U+FFFD, followed by the code.
    public var description: String {
        let text = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
        return "\(text) (close code \(code))"
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}

/// The reason that a message cannot be sent.
public enum WebSocketSendError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// A close frame has been sent or received, or the connection has ended.
    case closed

    /// The messages that wait to be sent have more bytes than ``WebSocketOptions/maximumPendingSize``.
    case tooManyPending(limit: Int)

    /// The reason of a close frame is too long.
    case payloadTooLong(Int, limit: Int)

    /// The code must not occur in a close frame.
    case invalidCloseCode(WebSocketCloseCode)

    /// The message could not be compressed.
    case compression(String)

    /// A description of the reason.
    public var description: String {
        switch self {
        case .closed: "cannot send: the WebSocket connection is closed or closing"
        case .tooManyPending(let limit):
            "cannot send: the server does not read, and the messages that wait exceed \(limit) bytes"
        case .payloadTooLong(let count, let limit):
            "cannot send a payload of \(count) bytes: the limit of control frames is \(limit) bytes"
        case .invalidCloseCode(let code):
            "cannot close with code \(code): it is reserved. Use 1000 or a code from 3000 to 4999"
        case .compression(let reason): "cannot compress the message: \(reason)"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
