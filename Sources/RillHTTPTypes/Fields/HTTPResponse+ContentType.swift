extension HTTPResponse {
    /// Validates the media type of the body.
    ///
    /// Responses with status 204 or 304, which have no body, are always valid.
    ///
    /// - Parameter types: The accepted media types. A `*` matches any subtype (`text/*`) or any prefix before a suffix
    ///   (`*/*+json`).
    /// - Throws: ``BodyDecodingError`` if no type matches.
    package func check(contentType types: [String]) throws {
        guard status != .noContent, status != .notModified else { return }
        // RFC 9110, 8.3: recipients often use the last of several fields.
        let value = headerFields[values: .contentType].last ?? ""
        let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard !types.contains(where: { Self.covers($0.lowercased(), type) }) else { return }
        let found = value.isEmpty ? "none" : BodyText.line(value)
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
