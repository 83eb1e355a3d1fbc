#if os(Linux)
    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// The fields that answers had lately: nearly all of them come again, byte for byte.
    ///
    /// To compare a line with one that is known costs a tenth of reading it. There is one for all of a transport's
    /// connections, used on the loop's thread alone, so that it stays in the processor's cache.
    final class CurlFieldCache {
        private static let size = 64
        private static let longestLine = 128

        @exclusivity(unchecked) private var lines = [[UInt8]](repeating: [], count: size)
        @exclusivity(unchecked) private var fields = [Field?](repeating: nil, count: size)
        @exclusivity(unchecked) private var statusLine: [UInt8] = []
        @exclusivity(unchecked) private var status = HTTPResponse.Status.ok

        /// A field, and whether it says how long the body is.
        struct Field {
            let field: HTTPField
            let isLength: Bool

            init(_ field: HTTPField) {
                self.field = field
                isLength = field.name == .contentLength
            }
        }

        /// The field that a line was read as before; nil if it is not known.
        func field(for line: UnsafeBufferPointer<UInt8>) -> Field? {
            guard let place = Self.place(of: line), Self.isSame(lines[place], line) else { return nil }
            return fields[place]
        }

        /// The status that the last status line was read as, if this is the same.
        func status(for line: UnsafeBufferPointer<UInt8>) -> HTTPResponse.Status? {
            !line.isEmpty && Self.isSame(statusLine, line) ? status : nil
        }

        /// Remembers what a status line was read as, in the place of the one before.
        func keep(_ status: HTTPResponse.Status, for line: UnsafeBufferPointer<UInt8>) {
            guard line.count <= Self.longestLine else { return }
            statusLine = Array(line)
            self.status = status
        }

        private static func isSame(_ known: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
            known.withUnsafeBufferPointer { known in
                guard known.count == line.count, let one = known.baseAddress, let other = line.baseAddress else {
                    return false
                }
                return memcmp(one, other, line.count) == 0
            }
        }

        /// Remembers what a line was read as, in the place of another; not if it is a secret.
        func keep(_ field: Field, for line: UnsafeBufferPointer<UInt8>) {
            guard let place = Self.place(of: line), !field.field.name.isSecret else { return }
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
