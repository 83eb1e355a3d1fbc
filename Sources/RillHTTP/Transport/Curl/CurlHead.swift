#if os(Linux)
    /// Puts the head of an answer together from the lines that libcurl hands over.
    ///
    /// Heads with status 1xx are skipped. Lines that follow the head are trailers, and only counted. Repeated fields stay
    /// repeated, in their order. The fields are those of the wire: where libcurl has decompressed the body,
    /// `Content-Encoding` is still there, and `Content-Length` counts the compressed bytes.
    struct CurlHeadParser {
        /// What a server may send.
        struct Limits {
            var size: Int
            var fieldCount: Int
            var informationalCount: Int

            init(_ options: TransportOptions) {
                size = options.maximumHeadSize
                fieldCount = options.maximumFieldCount
                informationalCount = options.maximumInformationalResponses
            }
        }

        /// Whether the blank line of the head has arrived.
        private(set) var isComplete = false

        /// Whether nothing has arrived.
        private(set) var isUntouched = true

        private let cache: CurlFieldCache
        private let limits: Limits

        // Of the heads, or of the trailers once the head is complete.
        private var size = 0
        private var fieldCount = 0
        private var informationalCount = 0
        private var status: HTTPResponse.Status?
        private var fields = HTTPFields()

        /// Whether the last field may be continued by a folded line; not if its name was none, and it was left out.
        private var keepsLast = false
        private var foldCount = 0

        /// Whether one of the fields is a `Content-Length`.
        private var namesLength = false

        /// - Parameters:
        ///   - cache: The fields that are known already.
        ///   - limits: What a server may send.
        init(cache: CurlFieldCache, limits: Limits = Limits(TransportOptions())) {
            self.cache = cache
            self.limits = limits
        }

        /// Begins anew, for another answer on the same connection.
        mutating func reset() {
            isComplete = false
            isUntouched = true
            size = 0
            fieldCount = 0
            informationalCount = 0
            status = nil
            fields = HTTPFields()
            keepsLast = false
            foldCount = 0
            namesLength = false
        }

        /// Takes one line with its line break.
        ///
        /// - Returns: The head, when the line was the blank one at its end.
        mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) -> HTTPResponse? {
            try count(line)
            guard !isComplete else { return nil }
            guard line.count >= 2, line[line.count - 1] == 10, line[line.count - 2] == 13 else {
                throw Self.malformed("a line does not end with CR LF")
            }
            let content = UnsafeBufferPointer(rebasing: line[..<(line.count - 2)])
            if status != nil, let field = cache.field(for: content) {
                append(field)
                return nil
            }
            guard !content.contains(where: { $0 == 0 || $0 == 13 }) else {
                throw Self.malformed("a line contains NUL or a lone CR")
            }
            guard let status else {
                if let known = cache.status(for: content) {
                    status = known
                } else {
                    let read = try Self.parseStatusLine(content)
                    status = read
                    cache.keep(read, for: content)
                }
                fields.reserveCapacity(16)
                return nil
            }
            guard content.isEmpty else {
                try takeField(content)
                return nil
            }
            return try finish(status)
        }

        private mutating func finish(_ status: HTTPResponse.Status) throws(CurlFailure) -> HTTPResponse? {
            guard status.code != 101 else {
                throw Self.malformed("the server switched protocols without being asked (status 101)")
            }
            defer {
                self.status = nil
                fields = HTTPFields()
                namesLength = false
            }
            guard status.code >= 200 else {
                informationalCount += 1
                guard informationalCount <= limits.informationalCount else {
                    throw Self.tooLarge(
                        "the server sent more than \(limits.informationalCount) informational responses")
                }
                return nil
            }
            if namesLength { try checkLength() }
            isComplete = true
            size = 0
            fieldCount = 0
            return HTTPResponse(status: status, headerFields: fields)
        }

        /// Refuses lengths that mean nothing, or different things, which libcurl takes for none.
        private func checkLength() throws(CurlFailure) {
            var first: Int64?
            for field in fields where field.name == .contentLength {
                for part in field.value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                    let digits = part.drop(while: FieldText.isBlank).prefix { !FieldText.isBlank($0) }
                    guard digits.first.map({ 0x30...0x39 ~= $0 }) == true, let length = Int64(Substring(digits)) else {
                        throw Self.malformed("its Content-Length is not a number of bytes")
                    }
                    guard first == nil || first == length else {
                        throw Self.malformed("it has two different Content-Lengths")
                    }
                    first = length
                }
            }
        }

        // MARK: Lines

        private mutating func count(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) {
            isUntouched = false
            size += line.count
            guard size <= limits.size else {
                throw Self.tooLarge(
                    "\(isComplete ? "the trailers are" : "the response head is") larger than \(limits.size) bytes")
            }
            // Status lines and the blank lines that end a head are no fields.
            guard line.count > 2, status != nil || isComplete else { return }
            fieldCount += 1
            guard fieldCount <= limits.fieldCount else {
                throw Self.tooLarge(
                    "\(isComplete ? "the trailers have" : "the response head has") more than \(limits.fieldCount) fields"
                )
            }
        }

        private mutating func takeField(_ line: UnsafeBufferPointer<UInt8>) throws(CurlFailure) {
            if FieldText.isBlank(line[0]) {  // a folded line goes on with the value before it
                guard let last = fields.indices.last else {
                    throw Self.malformed("the first field begins with a blank")
                }
                guard keepsLast else { return }
                foldCount += 1
                guard foldCount <= 100 else { throw Self.malformed("its fields are folded over too many lines") }
                let more = FieldText.read(FieldText.trimmed(line))
                fields[last].value += fields[last].value.isEmpty || more.isEmpty ? more : " " + more
                return
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
                throw Self.malformed("a field has no name and colon")
            }
            let name = HTTPField.Name(FieldText.trimmed(UnsafeBufferPointer(rebasing: line[..<colon])))
            keepsLast = name != nil
            guard let name else { return }
            let value = FieldText.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))
            let field = CurlFieldCache.Field(HTTPField(name: name, bytes: value))
            cache.keep(field, for: line)
            append(field)
        }

        private mutating func append(_ field: CurlFieldCache.Field) {
            keepsLast = true
            fields.append(field.field)
            namesLength = namesLength || field.isLength
        }

        private static func parseStatusLine(
            _ line: UnsafeBufferPointer<UInt8>
        ) throws(CurlFailure) -> HTTPResponse.Status {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[0].count > 5,
                parts[1].count == 3, let code = Int(FieldText.read(UnsafeBufferPointer(rebasing: parts[1]))),
                100...999 ~= code
            else {
                throw Self.malformed("the status line is not one of HTTP")
            }
            let reason = parts.count == 3 ? FieldText.trimmed(UnsafeBufferPointer(rebasing: parts[2])) : nil
            return HTTPResponse.Status(code: code, reasonPhrase: reason.map { FieldText.read($0) } ?? "")
        }

        private static func tooLarge(_ message: String) -> CurlFailure {
            CurlFailure(kind: .tooLarge, message: message)
        }

        private static func malformed(_ message: String) -> CurlFailure {
            CurlFailure(kind: .malformed, message: "malformed response head: \(message)")
        }
    }

    extension HTTPResponse {
        /// Whether the body is compressed on the wire.
        var isEncoded: Bool { headerFields.contains { $0.name == .contentEncoding && $0.value != "identity" } }
    }
#endif
