@testable import RillWebSocket

/// A frame as it is on the wire, which can violate every rule.
struct WireFrame: Hashable, Sendable {
    var opcode: UInt8
    var payload: [UInt8]
    var isFinal = true
    /// The bits RSV1, RSV2, and RSV3 as a number from 0 to 7.
    var reserved: UInt8 = 0

    init(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reserved = reserved
    }

    static func text(_ text: String, isFinal: Bool = true, reserved: UInt8 = 0) -> Self {
        Self(1, Array(text.utf8), isFinal: isFinal, reserved: reserved)
    }

    static func binary(_ bytes: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0) -> Self {
        Self(2, bytes, isFinal: isFinal, reserved: reserved)
    }

    static func continuation(_ text: String, isFinal: Bool = true) -> Self {
        Self(0, Array(text.utf8), isFinal: isFinal)
    }

    static func ping(_ text: String = "") -> Self { Self(9, Array(text.utf8)) }

    static func pong(_ text: String = "") -> Self { Self(10, Array(text.utf8)) }

    static func close(_ code: UInt16? = nil, _ reason: [UInt8] = []) -> Self {
        Self(8, (code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []) + reason)
    }

    /// Encodes the frame.
    ///
    /// - Parameters:
    ///   - mask: The masking key, or `nil` for no mask.
    ///   - lengthSize: The number of additional bytes for the length: 0, 2, or 8. Defaults to the shortest encoding.
    func bytes(mask: [UInt8]?, lengthSize: Int? = nil) -> [UInt8] {
        let count = payload.count
        let size = lengthSize ?? (count < 126 ? 0 : count < 65_536 ? 2 : 8)
        let short = size == 0 ? UInt8(count) : size == 2 ? 126 : 127
        var bytes = [opcode | reserved << 4 | (isFinal ? 0x80 : 0), short | (mask == nil ? 0 : 0x80)]
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
        guard let mask else { return bytes + payload }
        return bytes + mask + Self.masked(payload, mask)
    }

    /// Encodes the frame with the mask that a sender requires: a random one for a client, and none for a server.
    func bytes(from role: WebSocketRole) -> [UInt8] {
        bytes(mask: role == .client ? (0..<4).map { _ in UInt8.random(in: .min ... .max) } : nil)
    }

    /// Splits the frame of a message into fragments.
    ///
    /// Control frames cannot be split.
    ///
    /// - Parameter size: The maximum payload size of a fragment in bytes.
    func fragments(ofSize size: Int) -> [WireFrame] {
        guard opcode < 8 else { return [self] }
        var fragments: [WireFrame] = []
        var rest = payload[...]
        repeat {
            let isFirst = fragments.isEmpty
            var fragment = WireFrame(isFirst ? opcode : 0, Array(rest.prefix(size)), reserved: isFirst ? reserved : 0)
            rest = rest.dropFirst(size)
            fragment.isFinal = isFinal && rest.isEmpty
            fragments.append(fragment)
        } while !rest.isEmpty
        return fragments
    }

    private static func masked(_ payload: [UInt8], _ mask: [UInt8]) -> [UInt8] {
        var bytes = payload
        for index in bytes.indices { bytes[index] ^= mask[index % 4] }
        return bytes
    }

    /// Decodes frames, which must be complete and have masks according to the sender.
    static func parse(_ bytes: [UInt8], masked: Bool) -> [WireFrame]? {
        var frames: [WireFrame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 2 else { return nil }
            let (first, second) = (rest.removeFirst(), rest.removeFirst())
            guard (second & 0x80 != 0) == masked else { return nil }
            var count = Int(second & 0x7F)
            let size = count < 126 ? 0 : count == 126 ? 2 : 8
            guard rest.count >= size + (masked ? 4 : 0) else { return nil }
            if size > 0 { count = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) } }
            rest = rest.dropFirst(size)
            let mask = masked ? Array(rest.prefix(4)) : nil
            rest = rest.dropFirst(masked ? 4 : 0)
            guard rest.count >= count else { return nil }
            let payload = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            let unmasked = mask.map { Self.masked(payload, $0) } ?? payload
            frames.append(WireFrame(first & 0x0F, unmasked, isFinal: first & 0x80 != 0, reserved: first >> 4 & 7))
        }
        return frames
    }
}
