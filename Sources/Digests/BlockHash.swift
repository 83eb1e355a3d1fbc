#if !canImport(CryptoKit)
    /// What a hash function over blocks of 64 bytes does with one of them.
    protocol BlockRounds: Sendable {
        /// The state, which is the digest in the end.
        var words: [UInt32] { get set }

        /// The order of bytes in the words of the digest, and in the length behind the message.
        static var isBigEndian: Bool { get }

        /// Begins with the state that the standard names.
        init()

        /// Takes 64 bytes.
        mutating func take(_ block: UnsafeRawBufferPointer)
    }

    /// Cuts a message into blocks, and completes the last one.
    struct BlockHash<Rounds: BlockRounds>: Sendable {
        private var rounds = Rounds()

        /// What is not a whole block yet.
        private var rest: [UInt8] = []
        private var count: UInt64 = 0

        private static var blockSize: Int { 64 }

        init() {
            rest.reserveCapacity(Self.blockSize)
        }

        mutating func update(_ bytes: some Collection<UInt8>) {
            if bytes.withContiguousStorageIfAvailable({ take(UnsafeRawBufferPointer($0)) }) == nil {
                Array(bytes).withUnsafeBytes { take($0) }
            }
        }

        private mutating func take(_ bytes: UnsafeRawBufferPointer) {
            count &+= UInt64(bytes.count)
            var bytes = bytes[...]
            if !rest.isEmpty {
                let missing = bytes.prefix(Self.blockSize - rest.count)
                rest += missing
                bytes = bytes.dropFirst(missing.count)
                guard rest.count == Self.blockSize else { return }
                rest.withUnsafeBytes { rounds.take($0) }
                rest.removeAll(keepingCapacity: true)
            }
            while bytes.count >= Self.blockSize {
                rounds.take(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.blockSize)))
                bytes = bytes.dropFirst(Self.blockSize)
            }
            rest += bytes
        }

        /// The digest of all bytes that were taken.
        var digest: [UInt8] {
            var copy = self
            copy.complete()
            return copy.rounds.words.flatMap { word in
                withUnsafeBytes(of: Rounds.isBigEndian ? word.bigEndian : word.littleEndian) { Array($0) }
            }
        }

        /// A single bit, zeros, and the length in bits at the end of a block.
        private mutating func complete() {
            let length = count &* 8
            var padding: [UInt8] = [0x80]
            let zeros = (2 * Self.blockSize - 9 - rest.count) % Self.blockSize
            padding += repeatElement(0, count: zeros)
            padding += withUnsafeBytes(of: Rounds.isBigEndian ? length.bigEndian : length.littleEndian) { Array($0) }
            update(padding)
        }
    }

    extension UInt32 {
        func rotatedRight(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
    }
#endif
