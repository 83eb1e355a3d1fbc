extension HTTPResponse {
    /// Validates the media type of the body.
    ///
    /// Responses with status 204 or 304, which have no body, are always valid.
    ///
    /// - Parameter types: The accepted media types. A `*` matches any subtype (`text/*`) or any prefix before a suffix
    ///   (`*/*+json`).
    /// - Throws: ``BodyDecodingError`` if no type matches.
    func check(contentType types: [String]) throws {
        guard status != .noContent, status != .notModified else { return }
        let value = headerFields[.contentType] ?? ""
        let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard !types.contains(where: { Self.covers($0.lowercased(), type) }) else { return }
        let found = value.isEmpty ? "none" : BodyText.cut(BodyText.line(value), to: 80)
        let expected = types.joined(separator: " or ")
        throw BodyDecodingError(.contentType, "unexpected Content-Type: expected \(expected), found \(found)")
    }

    /// Returns whether a media type matches a pattern.
    ///
    /// The type and the subtype of the pattern can each contain one `*`.
    private static func covers(_ pattern: String, _ type: String) -> Bool {
        let expected = pattern.split(separator: "/", maxSplits: 1)
        let found = type.split(separator: "/", maxSplits: 1)
        guard expected.count == 2, found.count == 2 else { return false }
        return zip(expected, found).allSatisfy { expected, found in
            guard let star = expected.firstIndex(of: "*") else { return expected == found }
            let start = expected[..<star]
            let end = expected[expected.index(after: star)...]
            return found.count >= start.count + end.count && found.hasPrefix(start) && found.hasSuffix(end)
        }
    }
}

extension ResponseParser {
    /// Returns a parser that accepts only responses with one of the given media types.
    ///
    ///     var parser: ResponseParser<[Tag]> { .json.validate(contentType: "application/json", "application/*+json") }
    ///
    /// Other responses, such as the login page of a captive portal, fail with a ``BodyDecodingError`` inside the
    /// ``APIError``, even if their body could be decoded.
    ///
    /// - Parameter types: The accepted media types, without parameters. A `*` matches any text: `text/*`.
    /// - Returns: A parser that validates the media type first.
    public func validate(contentType types: String...) -> ResponseParser {
        ResponseParser(accept: accept, isBodySecret: isBodySecret, ignoresBody: ignoresBody) {
            head, body, decoder, makeRedactor in
            try head.check(contentType: types)
            return try read(head, body, decoder: decoder, redactor: makeRedactor)
        }
    }

    /// Returns a parser that accepts only JSON, for services that respond with JSON.
    ///
    /// A page of a proxy or of a captive portal fails with a ``BodyDecodingError``, even if its status is 200. A response
    /// without a `Content-Type` or without a body is accepted, because older servers omit the field, and because some
    /// frameworks send `text/html` with an empty body.
    ///
    /// - Returns: A parser that validates the media type first.
    package func validateJSON() -> ResponseParser {
        ResponseParser(accept: accept, isBodySecret: isBodySecret) { head, body, decoder in
            if !body.isEmpty, head.headerFields[.contentType]?.isEmpty == false {
                try head.check(contentType: ["application/json", "application/*+json"])
            }
            return try read(head, body, decoder: decoder)
        }
    }
}
