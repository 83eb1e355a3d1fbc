internal import RillHTTP

extension ResponseParser<Token> {
    /// Reads a token of version 3: what it is from the body, and itself from a header field.
    ///
    /// - Parameter subject: The token, where it is known already; nil where the answer alone has it.
    /// - Returns: The parser.
    static func token(subject: Secret?) -> ResponseParser<Token> {
        ResponseParser<Token.Body>.json(at: "token").withHead.map { body, head in
            // A field that a proxy has doubled is not read as one.
            let text = head.headerFields[values: .subjectToken].first { !$0.isEmpty }
            guard let id = text.map({ Secret($0) }) ?? subject else { throw MissingToken() }
            return Token(id: id, body: body)
        }
    }
}

/// An answer that tells of a token and does not hold it.
struct MissingToken: Error, CustomStringConvertible {
    var description: String {
        "the answer has no header field X-Subject-Token, which should hold the token; "
            + "a proxy on the way may have taken it out"
    }
}

extension QueryItems {
    /// The word that leaves the catalog out.
    static func catalog(isWanted: Bool) -> QueryItems {
        var items = QueryItems()
        if !isWanted { items.append(flag: "nocatalog") }
        return items
    }
}
