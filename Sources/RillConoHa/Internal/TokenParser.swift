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
            guard let id = text.map({ Secret($0) }) ?? subject else {
                throw BodyDecodingError(
                    .malformed,
                    "no token in the response: the header field X-Subject-Token is missing. "
                        + "Check whether a proxy removes it")
            }
            var token = body.token
            token.id = id
            return token
        }
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
