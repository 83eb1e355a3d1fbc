/// The content of a close frame.
///
/// - SeeAlso: RFC 6455, 5.5.1
struct CloseFrame: Hashable, Sendable {
    /// The code, which is `noStatusReceived` if the frame is empty.
    let code: WebSocketCloseCode

    /// The reason, which may be empty.
    let reason: String

    /// The maximum size of the reason in bytes.
    static let reasonLimit = Opcode.controlLimit - 2

    init(_ code: WebSocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Parses a payload.
    init(payload: [UInt8]) throws(WebSocketError) {
        guard !payload.isEmpty else {
            self.init(.noStatusReceived)
            return
        }
        guard payload.count >= 2 else {
            throw WebSocketError(.protocolError, "received a close frame with half a code")
        }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isValidInFrame else {
            throw WebSocketError(.protocolError, "received a close frame with the reserved code \(code)")
        }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            throw WebSocketError(.invalidPayload, "received a close frame whose reason is not UTF-8")
        }
        self.init(code, reason: reason)
    }

    /// The payload, whose reason is shortened to the limit.
    var payload: [UInt8] {
        guard code != .noStatusReceived else { return [] }
        var size = 0
        let shortened = reason.unicodeScalars.prefix {
            size += UTF8.width($0)
            return size <= Self.reasonLimit
        }
        return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(String(shortened).utf8)
    }
}
