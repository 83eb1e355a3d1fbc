#if os(Linux)
    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// The fields that a connection's answers had lately: nearly all of them come again, byte for byte.
    ///
    /// To compare a line with one that is known costs a tenth of reading it.
    struct CurlFieldCache {
        private static let size = 64
        private static let longestLine = 128

        private var lines = [[UInt8]](repeating: [], count: size)
        private var fields = [HTTPField?](repeating: nil, count: size)

        /// The field that a line was read as before; nil if it is not known.
        func field(for line: UnsafeBufferPointer<UInt8>) -> HTTPField? {
            guard let place = Self.place(of: line) else { return nil }
            let isSame = lines[place].withUnsafeBufferPointer { known in
                guard known.count == line.count, let one = known.baseAddress, let other = line.baseAddress else {
                    return false
                }
                return memcmp(one, other, line.count) == 0
            }
            return isSame ? fields[place] : nil
        }

        /// Remembers what a line was read as, in the place of another; not if it is a secret.
        mutating func keep(_ field: HTTPField, for line: UnsafeBufferPointer<UInt8>) {
            guard let place = Self.place(of: line), !field.name.isSecret else { return }
            lines[place] = Array(line)
            fields[place] = field
        }

        private static func place(of line: UnsafeBufferPointer<UInt8>) -> Int? {
            guard 1...longestLine ~= line.count else { return nil }
            let bytes = UnsafeRawBufferPointer(line)
            var hash = UInt64(line.count)
            var offset = 0
            while offset < bytes.count {
                // Eight bytes at a time; the last ones one by one.
                let isWhole = offset + 8 <= bytes.count
                let part =
                    isWhole ? bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) : UInt64(bytes[offset])
                hash = (hash ^ part) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 32
                offset += isWhole ? 8 : 1
            }
            return Int(truncatingIfNeeded: hash) & (size - 1)
        }
    }
#endif
