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
        transformed { head, _, value in
            try head.check(contentType: types)
            return try value()
        }
    }

    /// Returns a parser that accepts only JSON, for services that respond with JSON.
    ///
    /// A page of a proxy or of a captive portal fails with a ``BodyDecodingError``, even if its status is 200. A response
    /// without a `Content-Type` or without a body is accepted, because older servers omit the field, and because some
    /// frameworks send `text/html` with an empty body.
    ///
    /// - Returns: A parser that validates the media type first.
    public func validateJSON() -> ResponseParser {
        transformed { head, body, value in
            if !body.isEmpty, head.headerFields[.contentType]?.isEmpty == false {
                try head.check(contentType: ["application/json", "application/*+json"])
            }
            return try value()
        }
    }
}
