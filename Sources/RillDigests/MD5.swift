#if canImport(CryptoKit)
    internal import CryptoKit
#endif

/// The MD5 hash function, which services use to compute checksums of bodies.
///
/// MD5 is not collision-resistant and does not authenticate a message.
///
/// Uses CryptoKit if it is available, and a Swift implementation otherwise.
///
/// - SeeAlso: RFC 1321.
public struct MD5: MessageDigest {
    #if canImport(CryptoKit)
        private var state = Insecure.MD5()
    #else
        private var state = BlockHash<MD5Rounds>()
    #endif

    /// Creates a hash function that has processed no bytes.
    public init() {}

    /// Processes the next bytes of the message.
    ///
    /// - Parameter bytes: The next bytes of the message. May be empty.
    public mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        state.update(bufferPointer: bytes)
    }

    /// The 16-byte digest of the bytes processed so far.
    public var digest: [UInt8] { [UInt8](state.finalize()) }
}

#if !canImport(CryptoKit)
    /// The compression function of MD5.
    private struct MD5Rounds: BlockRounds {
        var words: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]

        static let isBigEndian = false

        /// floor(2³² × |sin(i)|) for i from 1 to 64.
        private static let constants: [UInt32] = [
            0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
            0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
            0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
            0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
            0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
            0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
            0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
            0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
        ]

        mutating func process(_ block: UnsafeRawBufferPointer) {
            var state = State(words[0], words[1], words[2], words[3])
            Self.constants.withUnsafeBufferPointer { constants in
                Self.pass(0, 1, 0, (7, 12, 17, 22), &state, block, constants) { $0 & $1 | ~$0 & $2 }
                Self.pass(16, 5, 1, (5, 9, 14, 20), &state, block, constants) { $2 & $0 | ~$2 & $1 }
                Self.pass(32, 3, 5, (4, 11, 16, 23), &state, block, constants) { $0 ^ $1 ^ $2 }
                Self.pass(48, 7, 0, (6, 10, 15, 21), &state, block, constants) { $1 ^ ($0 | ~$2) }
            }
            words[0] &+= state.0
            words[1] &+= state.1
            words[2] &+= state.2
            words[3] &+= state.3
        }

        private typealias State = (UInt32, UInt32, UInt32, UInt32)

        /// Performs the 16 steps from an index, which process the words `factor * index + addend` of the block.
        @inline(__always)
        private static func pass(
            _ first: Int, _ factor: Int, _ addend: Int, _ shifts: State, _ state: inout State,
            _ block: UnsafeRawBufferPointer, _ constants: UnsafeBufferPointer<UInt32>,
            _ mix: (UInt32, UInt32, UInt32) -> UInt32
        ) {
            var (a, b, c, d) = state
            var index = first
            var word = factor &* first &+ addend
            while index < first &+ 16 {
                step(&a, b, mix(b, c, d), block, word, constants[index], shifts.0)
                step(&d, a, mix(a, b, c), block, word &+ factor, constants[index &+ 1], shifts.1)
                step(&c, d, mix(d, a, b), block, word &+ 2 &* factor, constants[index &+ 2], shifts.2)
                step(&b, c, mix(c, d, a), block, word &+ 3 &* factor, constants[index &+ 3], shifts.3)
                index &+= 4
                word &+= 4 &* factor
            }
            state = (a, b, c, d)
        }

        @inline(__always)
        private static func step(
            _ word: inout UInt32, _ next: UInt32, _ mixed: UInt32, _ block: UnsafeRawBufferPointer, _ wordIndex: Int,
            _ constant: UInt32, _ shift: UInt32
        ) {
            let offset = (wordIndex & 15) &* 4
            let value = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let sum = word &+ mixed &+ constant &+ value
            word = next &+ (sum &<< shift | sum &>> (32 &- shift))
        }
    }
#endif
