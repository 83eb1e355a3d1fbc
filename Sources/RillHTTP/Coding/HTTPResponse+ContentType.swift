extension HTTPResponse {
    /// Checks that the body is what it should be; an answer without one is nothing else either.
    ///
    /// - Parameter types: Media types, with a star for any subtype (`text/*`) or for what stands before a suffix (`*/*+json`).
    /// - Throws: ``BodyReadingError``.
    func check(contentType types: [String]) throws {
        guard status != .noContent, status != .notModified else { return }
        let value = headerFields[.contentType] ?? ""
        let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard !types.contains(where: { Self.covers($0.lowercased(), type) }) else { return }
        let found = value.isEmpty ? "has no Content-Type" : "is of type \(BodyText.cut(BodyText.line(value), to: 80))"
        let wanted = types.joined(separator: " or ")
        throw BodyReadingError(.contentType, "the answer \(found); \(wanted) was expected")
    }

    /// Whether a media type is one of those that a pattern stands for; the two halves may each begin or end in a star.
    private static func covers(_ pattern: String, _ type: String) -> Bool {
        let wanted = pattern.split(separator: "/", maxSplits: 1)
        let found = type.split(separator: "/", maxSplits: 1)
        guard wanted.count == 2, found.count == 2 else { return false }
        return zip(wanted, found).allSatisfy { wanted, found in
            guard let star = wanted.firstIndex(of: "*") else { return wanted == found }
            let start = wanted[..<star]
            let end = wanted[wanted.index(after: star)...]
            return found.count >= start.count + end.count && found.hasPrefix(start) && found.hasSuffix(end)
        }
    }
}

extension ResponseParser {
    /// The same, for answers that say that they are of one of these types alone.
    ///
    ///     var parser: ResponseParser<[Tag]> { .json.validate(contentType: "application/json", "application/*+json") }
    ///
    /// The others, among them the page for signing in that a network puts before everything, fail with a
    /// ``BodyReadingError`` inside the ``APIError``, whether they could be read or not.
    ///
    /// - Parameter types: Media types without parameters. A star stands for anything: `text/*`.
    /// - Returns: A parser.
    public func validate(contentType types: String...) -> ResponseParser {
        ResponseParser(accept: accept) { head, body, decoder in
            try head.check(contentType: types)
            return try read(head, body, decoder: decoder)
        }
    }
}
