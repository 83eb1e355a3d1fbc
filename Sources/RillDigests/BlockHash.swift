#if !canImport(CryptoKit)
    /// The compression function of a hash function with 64-byte blocks.
    protocol BlockRounds: Sendable {
        /// The state, which becomes the digest.
        var words: [UInt32] { get set }

        /// Whether the digest and the message length are stored in big-endian byte order.
        static var isBigEndian: Bool { get }

        /// Creates the initial state defined by the standard.
        init()

        /// Updates the state with a block of 64 bytes.
        mutating func process(_ block: UnsafeRawBufferPointer)
    }

    /// Splits a message into 64-byte blocks, processes them, and pads the last one.
    struct BlockHash<Rounds: BlockRounds>: Sendable {
        private var rounds = Rounds()

        /// The bytes that do not yet fill a block.
        private var rest: [UInt8] = []
        private var count: UInt64 = 0

        private static var blockSize: Int { 64 }

        init() {
            rest.reserveCapacity(Self.blockSize)
        }

        mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            count &+= UInt64(bytes.count)
            var bytes = bytes[...]
            if !rest.isEmpty {
                let missing = bytes.prefix(Self.blockSize - rest.count)
                rest += missing
                bytes = bytes.dropFirst(missing.count)
                guard rest.count == Self.blockSize else { return }
                rest.withUnsafeBytes { rounds.process($0) }
                rest.removeAll(keepingCapacity: true)
            }
            while bytes.count >= Self.blockSize {
                rounds.process(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.blockSize)))
                bytes = bytes.dropFirst(Self.blockSize)
            }
            rest += bytes
        }

        /// Returns the digest of the bytes processed so far.
        func finalize() -> [UInt8] {
            var copy = self
            copy.complete()
            return copy.rounds.words.flatMap { word in
                withUnsafeBytes(of: Rounds.isBigEndian ? word.bigEndian : word.littleEndian) { Array($0) }
            }
        }

        /// Appends the padding: a 1 bit, zeros, and the message length in bits.
        private mutating func complete() {
            let length = count &* 8
            var padding: [UInt8] = [0x80]
            let zeros = (2 * Self.blockSize - 9 - rest.count) % Self.blockSize
            padding += repeatElement(0, count: zeros)
            padding += withUnsafeBytes(of: Rounds.isBigEndian ? length.bigEndian : length.littleEndian) { Array($0) }
            padding.withUnsafeBytes { update(bufferPointer: $0) }
        }
    }

    extension UInt32 {
        func rotatedRight(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
    }
#endif
