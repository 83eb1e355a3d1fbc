/// The secrets in a URL, found by its structure: credentials, path segments after a secret name, and query items.
struct URLSecrets {
    private let bytes: [UInt8]

    /// The ranges to redact.
    ///
    /// In credentials, they include the user name.
    private(set) var ranges: [Range<Int>] = []

    /// The ranges of the secrets themselves.
    private(set) var values: [Range<Int>] = []

    /// Parses a URL, or a reference without a scheme and a host.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var position = bytes.firstIndex { "/?#:".utf8.contains($0) } ?? 0
        if bytes[position...].starts(with: "://".utf8) {
            position += 3
        } else {
            position = bytes.starts(with: "//".utf8) ? 2 : 0
        }
        if let at = Self.endOfCredentials(in: bytes, from: position) {
            ranges.append(position..<at)
            values += Self.passwords(in: bytes, position..<at)
            position = at
        }
        let query = bytes[position...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        readPath(position..<query)
        readPairs(min(query + 1, bytes.count)..<bytes.count)
    }

    /// Returns the end of the credentials in a URL.
    ///
    /// A `/`, `?` or `#` in a password that is not percent-encoded ends the authority: `https://user:a/b@host`. In this
    /// case, the text after the colon is not a port, and the credentials are assumed to end at the last `@`.
    ///
    /// - Returns: The index of the `@`, or `nil` if there are no credentials.
    static func endOfCredentials(in bytes: [UInt8], from begin: Int) -> Int? {
        let rest = bytes[begin...]
        let authority = rest.prefix { !SecretScanner.isBlank($0) && !"/?#\"'<>,;()".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return at }
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.endIndex < bytes.count,
            "/?#".utf8.contains(bytes[authority.endIndex]), authority.first != UInt8(ascii: "["),
            !authority[(colon + 1)...].allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        return rest.prefix { !SecretScanner.isBlank($0) && !"\"'<>".utf8.contains($0) }.lastIndex(of: UInt8(ascii: "@"))
    }

    /// Returns the range of the password in credentials, or of the user name if there is no password.
    static func passwords(in bytes: [UInt8], _ credentials: Range<Int>) -> [Range<Int>] {
        let colon = bytes[credentials].firstIndex(of: UInt8(ascii: ":"))
        return [(colon.map { $0 + 1 } ?? credentials.lowerBound)..<credentials.upperBound]
    }

    private mutating func readPath(_ path: Range<Int>) {
        var isSecret = false
        var begin = path.lowerBound
        while begin < path.upperBound {
            let end = bytes[begin..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
            let segment = PercentEncoding.decode(String(decoding: bytes[begin..<end], as: UTF8.self))
            readCredentials(begin..<end)
            if isSecret, begin < end, !SecretNames.isEndpoint(segment) {
                ranges.append(begin..<end)
                values.append(begin..<end)
                isSecret = false
            } else if begin < end {
                isSecret = isSecret || begin > path.lowerBound && SecretNames.precedesSecret(segment)
            }
            begin = end + 1
        }
    }

    /// Finds a user name and password in a path segment, as in the malformed URL `////alice:secret@host`.
    private mutating func readCredentials(_ segment: Range<Int>) {
        guard let at = bytes[segment].lastIndex(of: UInt8(ascii: "@")),
            bytes[segment.lowerBound..<at].contains(UInt8(ascii: ":"))
        else { return }
        ranges.append(segment.lowerBound..<at)
        values += Self.passwords(in: bytes, segment.lowerBound..<at)
    }

    private mutating func readPairs(_ query: Range<Int>) {
        var begin = query.lowerBound
        while begin < query.upperBound {
            let end =
                bytes[begin..<query.upperBound].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }
                ?? query.upperBound
            if let equals = bytes[begin..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end {
                let name = PercentEncoding.decode(String(decoding: bytes[begin..<equals], as: UTF8.self))
                let value = String(decoding: bytes[(equals + 1)..<end], as: UTF8.self)
                if SecretNames.contains(name, in: .query), !SecretNames.isCount(value, of: name) {
                    ranges.append((equals + 1)..<end)
                    values.append((equals + 1)..<end)
                }
            }
            begin = end + 1
        }
    }
}
