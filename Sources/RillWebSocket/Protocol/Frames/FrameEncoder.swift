/// Encodes frames.
///
/// - SeeAlso: RFC 6455, 5.2
struct FrameEncoder: Sendable {
    /// Returns a new masking key, or `nil` for a server, which does not mask.
    ///
    /// The keys must be unpredictable, so that a script cannot choose the bytes that proxies see (RFC 6455, 10.3).
    let makeMask: (@Sendable () -> UInt32)?

    /// Appends a control frame, or a message that is one frame.
    func append(_ opcode: Opcode, _ payload: [UInt8], isCompressed: Bool = false, to output: inout [UInt8]) {
        let maskBit: UInt8 = makeMask == nil ? 0 : 0x80
        output.append(opcode.rawValue | 0x80 | (isCompressed ? 0x40 : 0))
        switch payload.count {
        case ...Opcode.controlLimit: output.append(UInt8(payload.count) | maskBit)
        case ...0xFFFF:
            output.append(126 | maskBit)
            withUnsafeBytes(of: UInt16(payload.count).bigEndian) { output += $0 }
        default:
            output.append(127 | maskBit)
            withUnsafeBytes(of: UInt64(payload.count).bigEndian) { output += $0 }
        }
        guard let key = makeMask?() else {
            output += payload
            return
        }
        withUnsafeBytes(of: key.littleEndian) { output += $0 }
        let start = output.count
        output += payload
        var mask = FrameMask(key: key)
        output.withUnsafeMutableBytes { mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }
}
