#if os(Linux)
    internal import Foundation
    internal import RillHTTPTypes

    /// A cache of recently parsed header lines.
    ///
    /// Most responses of a server repeat the same header lines. Comparing a line with a cached one takes about a tenth
    /// of the time of parsing it. All connections of a loop share one cache, which stays small enough for the CPU
    /// cache. It is used on the loop's thread only.
    final class CurlFieldCache {
        private static let size = 64
        private static let maximumLineLength = 128

        @exclusivity(unchecked) private var lines = [[UInt8]](repeating: [], count: size)
        @exclusivity(unchecked) private var fields = [Field?](repeating: nil, count: size)
        @exclusivity(unchecked) private var statusLine: [UInt8] = []
        @exclusivity(unchecked) private var status = HTTPResponse.Status.ok

        /// A header field, and whether it delimits the body: `Content-Length` or `Transfer-Encoding`.
        struct Field {
            let field: HTTPField
            let isFraming: Bool

            init(_ field: HTTPField) {
                self.field = field
                isFraming = field.name == .contentLength || field.name == .transferEncoding
            }
        }

        /// Returns the field parsed from an identical line before, or `nil` if the line is not cached.
        func field(for line: UnsafeBufferPointer<UInt8>) -> Field? {
            guard let index = Self.index(of: line), Self.isEqual(lines[index], line) else { return nil }
            return fields[index]
        }

        /// Returns the status parsed from the previous status line if it is identical, or `nil`.
        func status(for line: UnsafeBufferPointer<UInt8>) -> HTTPResponse.Status? {
            !line.isEmpty && Self.isEqual(statusLine, line) ? status : nil
        }

        /// Stores the parsed status of a status line, replacing the previous one.
        func store(_ status: HTTPResponse.Status, for line: UnsafeBufferPointer<UInt8>) {
            guard line.count <= Self.maximumLineLength else { return }
            statusLine = Array(line)
            self.status = status
        }

        private static func isEqual(_ known: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
            known.withUnsafeBufferPointer { known in
                guard known.count == line.count, let one = known.baseAddress, let other = line.baseAddress else {
                    return false
                }
                return memcmp(one, other, line.count) == 0
            }
        }

        /// Stores the parsed field of a line, replacing another one with the same index.
        ///
        /// Secret fields are not stored.
        func store(_ field: Field, for line: UnsafeBufferPointer<UInt8>) {
            guard let index = Self.index(of: line), !field.field.name.isSecret else { return }
            lines[index] = Array(line)
            fields[index] = field
        }

        private static func index(of line: UnsafeBufferPointer<UInt8>) -> Int? {
            guard 1...maximumLineLength ~= line.count else { return nil }
            let bytes = UnsafeRawBufferPointer(line)
            var hash = UInt64(line.count)
            var offset = 0
            while offset < bytes.count {
                // Eight bytes at a time, then the remaining bytes individually.
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
