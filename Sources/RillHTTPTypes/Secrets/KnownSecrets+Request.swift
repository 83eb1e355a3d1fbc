/// Adding the secrets of a request, recognized by their names. Any text of a response can contain them.
extension KnownSecrets {
    /// Adds the secrets in the URL and the header fields of a request.
    mutating func learn(_ request: HTTPRequest) {
        learn(url: request.unvalidatedURL)
        for field in request.headerFields { learn(field) }
    }

    /// Adds the secrets in a URL, or in a reference without a host.
    package mutating func learn(url: String) {
        let bytes = Array(url.utf8)
        insert(URLSecrets(bytes).values, of: bytes)
    }

    /// Adds the secrets in a header field: the value of a secret field and its parts, or the named secrets in any other
    /// value.
    package mutating func learn(_ field: HTTPField) {
        if field.name.isSecret {
            for part in CredentialParts(field).values { insert(part) }
        } else {
            if field.isReference { learn(url: field.value) }
            learn(text: Array(field.value.utf8))
        }
    }

    /// Adds the secrets in the body of a request if it is text: up to 16 MiB of a body in memory or in a file, and up
    /// to 1 MiB of the bytes sent by a stream.
    mutating func learn(_ body: HTTPBody, contentType: String?) {
        guard let bytes = body.beginning, !bytes.prefix(512).contains(0) else { return }
        let type = (contentType ?? body.contentType ?? "").lowercased()
        learn(text: bytes, isForm: type.hasPrefix("application/x-www-form-urlencoded"))
    }

    /// Adds the secrets that follow a secret name in a text.
    package mutating func learn(text: [UInt8], isForm: Bool = false) {
        var scanner = SecretScanner(text, isForm: isForm)
        scanner.run()
        // In a form, `+` is a space and `%2B` is a plus sign.
        let plus = UInt8(ascii: "+")
        insert(scanner.values, of: isForm ? text.map { $0 == plus ? UInt8(ascii: " ") : $0 } : text)
        if isForm { insert(scanner.values, of: text) }
    }

    private mutating func insert(_ ranges: [Range<Int>], of bytes: [UInt8]) {
        for range in ranges { insert(String(decoding: bytes[range], as: UTF8.self)) }
    }
}

extension HTTPField {
    /// Whether the value is a URL or a reference to one.
    package var isReference: Bool {
        let names: Set<String> = [
            "location", "content-location", "referer", "destination", "x-original-url", "x-rewrite-url",
        ]
        return names.contains(name.canonicalName) || value.prefix(12).contains("://") && !value.contains(" ")
    }
}

extension HTTPBody {
    /// The bytes that are searched for secrets, or `nil` if none are available.
    fileprivate var beginning: [UInt8]? {
        let limit = 16 << 20
        switch uncompressed?.source ?? source {
        case .bytes(let bytes): return bytes.count <= limit ? bytes : Array(bytes[..<limit])
        case .file(let path): return FileChunks.beginning(of: path, limit: limit)
        case .stream: return sent?.bytes
        }
    }
}
