#if os(Linux)
    internal import RillHTTPTypes

    /// Parses a response head from the header lines that libcurl delivers.
    ///
    /// Informational (1xx) heads are skipped, except 101 in response to a request for another protocol. Lines after the
    /// head are trailers, which are counted but not parsed. Repeated fields are preserved in their order. The fields are
    /// those sent by the server.
    struct CurlHeadParser {
        /// The limits of a response head and of trailers.
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

        /// Whether the head is complete.
        private(set) var isComplete = false

        /// Whether the server has switched to another protocol.
        private(set) var isUpgraded = false

        /// Whether the server has sent the status 100 (Continue).
        private(set) var isContinued = false

        /// Whether no line has been received.
        private(set) var isEmpty = true

        /// Whether the request asks the server to switch to another protocol.
        var acceptsUpgrade = false

        private let cache: CurlFieldCache
        private let limits: Limits

        // Totals of all heads, or of the trailers after the head is complete.
        private var size = 0
        private var fieldCount = 0
        private var informationalCount = 0
        private var status: HTTPResponse.Status?
        private var fields = HTTPFields()

        /// Whether a folded line continues the last field.
        ///
        /// False if the last field was dropped because of an invalid name.
        private var acceptsFoldedLine = false
        private var foldCount = 0

        /// Whether the head has a `Content-Length` or `Transfer-Encoding` field.
        private var hasFraming = false

        /// - Parameters:
        ///   - cache: The cache of parsed lines.
        ///   - limits: The size limits. Defaults to the limits of `TransportOptions()`.
        init(cache: CurlFieldCache, limits: Limits = Limits(TransportOptions())) {
            self.cache = cache
            self.limits = limits
        }

        /// Prepares the parser for another response.
        mutating func reset() {
            let acceptsUpgrade = acceptsUpgrade
            self = CurlHeadParser(cache: cache, limits: limits)
            self.acceptsUpgrade = acceptsUpgrade
        }

        /// Parses a line, which ends with a line break unless the connection was closed.
        ///
        /// - Returns: The complete head if the line is the blank line at its end, otherwise `nil`.
        mutating func parse(_ line: UnsafeBufferPointer<UInt8>) throws(TransportError) -> HTTPResponse? {
            try count(line)
            guard !isComplete else { return nil }
            guard line.last == 10 else { throw .closedInHead }
            guard line.dropLast().last == 13 else { throw Self.malformed("a line does not end with CRLF") }
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
                    cache.store(read, for: content)
                }
                fields.reserveCapacity(16)
                return nil
            }
            guard content.isEmpty else {
                try parseField(content)
                return nil
            }
            return try finish(status)
        }

        private mutating func finish(_ status: HTTPResponse.Status) throws(TransportError) -> HTTPResponse? {
            isUpgraded = status.code == 101
            guard !isUpgraded || acceptsUpgrade else { throw Self.malformed("unexpected protocol switch (status 101)") }
            defer {
                self.status = nil
                fields = HTTPFields()
                hasFraming = false
            }
            guard isUpgraded || status.code >= 200 else {
                isContinued = isContinued || status.code == 100
                informationalCount += 1
                guard informationalCount <= limits.informationalCount else {
                    throw Self.tooLarge("more than \(limits.informationalCount) informational responses")
                }
                return nil
            }
            if hasFraming {
                try checkLength()
                try checkTransferCodings()
            }
            isComplete = true
            size = 0
            fieldCount = 0
            return HTTPResponse(status: status, headerFields: fields)
        }

        /// Validates the `Content-Length` fields.
        ///
        /// libcurl ignores invalid and conflicting values.
        private func checkLength() throws(TransportError) {
            var first: Int64?
            for field in fields where field.name == .contentLength {
                var rest: Substring.UTF8View? = field.value.utf8[...]
                while let list = rest {
                    let part = list.prefix { $0 != UInt8(ascii: ",") }
                    rest = part.endIndex < list.endIndex ? list[part.endIndex...].dropFirst() : nil
                    let value = part.drop(while: FieldText.isBlank)
                    let digits = value.prefix { 0x30...0x39 ~= $0 }
                    guard let length = Int64(Substring(digits)), value[digits.endIndex...].allSatisfy(FieldText.isBlank)
                    else { throw Self.malformed("invalid Content-Length") }
                    guard first == nil || first == length else {
                        throw Self.malformed("conflicting Content-Length values")
                    }
                    first = length
                }
            }
        }

        /// Validates the `Transfer-Encoding` fields.
        ///
        /// Other codings are not supported: libcurl decodes `gzip` and `deflate` without a limit, and accepts truncated
        /// bodies.
        private func checkTransferCodings() throws(TransportError) {
            let codings = fields.elements(of: .transferEncoding).map { $0.lowercased() }
            guard codings.allSatisfy({ $0 == "chunked" }) || codings == ["identity"] else {
                throw Self.malformed("the Transfer-Encoding is not chunked")
            }
        }

        // MARK: Lines

        private mutating func count(_ line: UnsafeBufferPointer<UInt8>) throws(TransportError) {
            isEmpty = false
            size += line.count
            guard size <= limits.size else {
                throw Self.tooLarge(
                    "\(isComplete ? "the trailers exceed" : "the response head exceeds") \(limits.size) bytes")
            }
            // Status lines and blank lines are not fields.
            guard line.count > 2, status != nil || isComplete else { return }
            fieldCount += 1
            guard fieldCount <= limits.fieldCount else {
                throw Self.tooLarge(
                    "\(isComplete ? "the trailers have" : "the response head has") more than \(limits.fieldCount) fields"
                )
            }
        }

        private mutating func parseField(_ line: UnsafeBufferPointer<UInt8>) throws(TransportError) {
            if FieldText.isBlank(line[0]) {  // a folded line continues the previous value
                guard let last = fields.indices.last else {
                    throw Self.malformed("the first header line begins with whitespace")
                }
                guard acceptsFoldedLine else { return }
                // libcurl does not unfold the fields that delimit the body.
                guard !CurlFieldCache.Field(fields[last]).isFraming else {
                    throw Self.malformed("the field \(fields[last].name) is folded")
                }
                foldCount += 1
                guard foldCount <= 100 else { throw Self.malformed("more than 100 folded header lines") }
                let more = FieldText.read(FieldText.trimmed(line))
                fields[last].value += fields[last].value.isEmpty || more.isEmpty ? more : " " + more
                return
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
                throw Self.malformed("a header line has no name and colon")
            }
            let name = HTTPField.Name(FieldText.trimmed(UnsafeBufferPointer(rebasing: line[..<colon])))
            acceptsFoldedLine = name != nil
            guard let name else { return }
            let value = FieldText.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))
            let field = CurlFieldCache.Field(HTTPField(name: name, bytes: value))
            cache.store(field, for: line)
            append(field)
        }

        private mutating func append(_ field: CurlFieldCache.Field) {
            acceptsFoldedLine = true
            fields.append(field.field)
            hasFraming = hasFraming || field.isFraming
        }

        private static func parseStatusLine(
            _ line: UnsafeBufferPointer<UInt8>
        ) throws(TransportError) -> HTTPResponse.Status {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[0].count > 5, parts[1].count == 3,
                let code = Int(FieldText.read(UnsafeBufferPointer(rebasing: parts[1]))), 100...999 ~= code
            else { throw Self.malformed("invalid status line") }
            let reason = parts.count == 3 ? FieldText.trimmed(UnsafeBufferPointer(rebasing: parts[2])) : nil
            return HTTPResponse.Status(code: code, reasonPhrase: reason.map { FieldText.read($0) } ?? "")
        }

        private static func tooLarge(_ message: String) -> TransportError {
            TransportError(.tooLarge, message)
        }

        private static func malformed(_ message: String) -> TransportError {
            TransportError(.malformedResponse, "invalid response head: \(message)")
        }
    }
#endif
