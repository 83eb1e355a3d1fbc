internal import Foundation
internal import RillHTTP
internal import RillWebSocket

extension HAR {
    /// A message of a WebSocket connection, in Chrome's format, or the close frame of the server.
    struct Message: Codable, Hashable {
        enum Direction: String, Codable {
            case send, receive
        }

        var type: Direction
        /// The time in seconds since 1970.
        var time: Double
        /// The kind of the frame: 1 for text, 2 for binary, 8 for a close frame.
        var opcode: Int
        /// The text, the bytes in Base64, or the code and the reason of the close frame.
        var data: String

        init(_ type: Direction, at time: Double, _ message: WebSocketMessage) {
            self.type = type
            self.time = time
            switch message {
            case .text(let text): (opcode, data) = (1, text)
            case .binary(let bytes): (opcode, data) = (2, HARText.base64(bytes))
            }
        }

        init(at time: Double, _ code: WebSocketCloseCode, reason: String) {
            self.time = time
            type = .receive
            opcode = 8
            data = "\(code) \(reason)"
        }

        /// Returns the time in seconds since 1970 for the time of an entry, or `nil` if it is invalid.
        static func time(of startedDateTime: String) -> Double? {
            (try? DateText.parse(startedDateTime))?.timeIntervalSince1970
        }

        /// The message, or `nil` if it is a close frame or invalid.
        var message: WebSocketMessage? {
            switch opcode {
            case 1: .text(data)
            case 2: HARText.decode(data, encoding: "base64").map { .binary($0) }
            default: nil
            }
        }

        /// The code and the reason of a close frame, or `nil` if it is a message.
        var close: (code: WebSocketCloseCode, reason: String)? {
            guard opcode == 8, let code = UInt16(data.prefix { $0 != " " }) else { return nil }
            return (WebSocketCloseCode(rawValue: code), String(data.drop { $0 != " " }.dropFirst()))
        }
    }
}
