#if os(Linux)
    /// The head of a response.
    struct CurlHead: Sendable, Hashable {
        /// The version as the status line spells it: `HTTP/1.1`, `HTTP/2`.
        var version: String

        /// The status code, 200 to 999.
        var statusCode: Int

        /// The reason phrase; empty if there is none.
        var reasonPhrase: String

        /// The fields in the order and the spelling in which they came, repeated ones repeated.
        ///
        /// They are those of the wire: where libcurl has decoded the body, `Content-Encoding` is still there, and
        /// `Content-Length` counts the encoded bytes.
        var fields: [CurlField]

        /// Whether the body is compressed on the wire.
        var isEncoded: Bool {
            fields.contains { HTTPToken.lowercased($0.name) == "content-encoding" }
        }
    }

    /// Puts a head together from the lines that libcurl hands over.
    ///
    /// Heads with status 1xx are skipped. Lines that follow the head are trailers, and ignored.
    struct CurlHeadParser {
        /// How many bytes all heads of one exchange may have together.
        static let byteLimit = 1 << 20

        /// Whether the blank line of the head has arrived.
        private(set) var isComplete = false

        /// Whether anything has arrived.
        var isUntouched: Bool { byteCount == 0 }

        private var byteCount = 0
        private var head: CurlHead?  // its fields come at the end
        private var fields: [CurlField] = []

        /// Takes one line with its line break.
        ///
        /// - Returns: The head, when the line was the blank one at its end.
        mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) -> CurlHead? {
            guard !isComplete else { return nil }
            byteCount += line.count
            guard byteCount <= Self.byteLimit else {
                throw CurlFailure(kind: .tooLarge, message: "the response head is larger than \(Self.byteLimit) bytes")
            }
            guard line.count >= 2, line[line.count - 1] == 10, line[line.count - 2] == 13 else {
                throw Self.malformed("a line does not end with CR LF")
            }
            let content = UnsafeBufferPointer(rebasing: line.dropLast(2))
            guard !content.contains(where: { $0 == 0 || $0 == 13 }) else {
                throw Self.malformed("a line contains NUL or a lone CR")
            }
            guard head != nil else {
                head = try Self.parseStatusLine(content)
                return nil
            }
            guard content.isEmpty else {
                try takeField(content)
                return nil
            }
            return try finish()
        }

        private mutating func finish() throws(CurlFailure) -> CurlHead? {
            defer {
                head = nil
                fields = []
            }
            guard head?.statusCode != 101 else {
                throw Self.malformed("the server switched protocols without being asked (status 101)")
            }
            guard let head, head.statusCode >= 200 else { return nil }
            isComplete = true
            return CurlHead(
                version: head.version, statusCode: head.statusCode, reasonPhrase: head.reasonPhrase, fields: fields)
        }

        // MARK: Lines

        private mutating func takeField(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) {
            if Self.isBlank(line[0]) {  // a folded line goes on with the value before it
                guard let last = fields.indices.last else {
                    throw Self.malformed("the first field begins with a blank")
                }
                let more = Self.text(Self.trimmed(line[...]))
                fields[last].value += fields[last].value.isEmpty || more.isEmpty ? more : " " + more
                return
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
                throw Self.malformed("a field has no name and colon")
            }
            let name = Self.text(Self.trimmed(line[..<colon]))
            fields.append(CurlField(name: name, value: Self.text(Self.trimmed(line[(colon + 1)...]))))
        }

        private static func parseStatusLine(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) -> CurlHead {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[0].count > 5,
                parts[1].count == 3, let code = Int(Self.text(parts[1])), 100...999 ~= code
            else {
                throw Self.malformed("the status line is not one of HTTP")
            }
            let reason = parts.count == 3 ? Self.text(Self.trimmed(parts[2])) : ""
            return CurlHead(version: Self.text(parts[0]), statusCode: code, reasonPhrase: reason, fields: [])
        }

        // MARK: Bytes

        /// Reads UTF-8, and what is not as ISO 8859-1.
        private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            let bytes = UnsafeBufferPointer(rebasing: bytes)
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }

        private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
            guard let first = bytes.firstIndex(where: { !isBlank($0) }),
                let last = bytes.lastIndex(where: { !isBlank($0) })
            else { return bytes.prefix(0) }
            return bytes[first...last]
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

        private static func malformed(_ message: String) -> CurlFailure {
            CurlFailure(kind: .malformed, message: "malformed response head: \(message)")
        }
    }
#endif
