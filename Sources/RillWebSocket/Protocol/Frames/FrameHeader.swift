/// The kind of a frame.
///
/// - SeeAlso: RFC 6455, 11.8
enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// The maximum payload size of control frames in bytes.
    static let controlLimit = 125

    var isControl: Bool { rawValue & 8 != 0 }
}

/// The header of a received frame.
///
/// - SeeAlso: RFC 6455, 5.2
struct FrameHeader: Hashable, Sendable {
    /// Whether the frame is the last one of its message.
    let isFinal: Bool

    /// Whether the message is compressed: RSV1, which only the first frame of a message may have.
    let isCompressed: Bool
    let opcode: Opcode

    /// The number of bytes of the payload.
    let length: Int
}
