internal import RillHTTP

extension ResponseParser<Token> {
    /// Returns a parser for a token of version 3, whose properties are in the body and whose value is in a header
    /// field.
    ///
    /// - Parameter subject: The token if it is already known. `nil` if only the response contains it.
    /// - Returns: The parser.
    static func token(subject: Secret?) -> ResponseParser<Token> {
        ResponseParser<Token.Body>.json(at: "token").validateJSON().withHead.map { body, head in
            // Only the first value is used, because a proxy may duplicate the header field.
            let text = head.headerFields[values: .subjectToken].first { !$0.isEmpty }
            guard let id = text.map({ Secret($0) }) ?? subject else { throw MissingTokenError() }
            return Token(id: id, body: body)
        }
    }
}

/// An error for a response that should contain a token and does not.
struct MissingTokenError: Error, CustomStringConvertible {
    var description: String {
        "no token in the response: the header field X-Subject-Token is missing. "
            + "Check whether a proxy removes it"
    }
}

extension QueryItems {
    /// Returns the query parameter that omits the catalog from the response.
    static func catalog(isIncluded: Bool) -> QueryItems {
        var items = QueryItems()
        if !isIncluded { items.append(flag: "nocatalog") }
        return items
    }
}
