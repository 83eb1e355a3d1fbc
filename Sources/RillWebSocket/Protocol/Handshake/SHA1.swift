/// The SHA-1 hash function, which the handshake requires.
///
/// SHA-1 is not collision-resistant. The handshake uses it only to show that the server supports WebSocket.
///
/// - SeeAlso: FIPS 180-4, 6.1
enum SHA1 {
    /// Returns the 20-byte digest of a message.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        message += repeatElement(0, count: (120 - message.count % 64) % 64)
        withUnsafeBytes(of: UInt64(bytes.count * 8).bigEndian) { message += $0 }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for block in stride(from: 0, to: message.count, by: 64) {
            process(message[block..<block + 64], &state)
        }
        return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            (a, b, c, d, e) = (rotate(a, 5) &+ mixed &+ e &+ constant &+ word, a, rotate(b, 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
