extension HTTPBody {
    /// Encodes name-value pairs as an HTML form: `name=value&name=value`.
    ///
    /// Spaces become `+`. All other characters except letters, digits and `*-._` are percent-encoded. An item without a
    /// value is sent with an empty value.
    ///
    /// - Parameter items: The name-value pairs, in order.
    /// - Returns: A body of type `application/x-www-form-urlencoded`.
    /// - SeeAlso: <https://url.spec.whatwg.org/#urlencoded-serializing>
    public static func form(_ items: QueryItems) -> HTTPBody {
        let text = items.map { "\(encodedForForm($0.name))=\(encodedForForm($0.value ?? ""))" }.joined(separator: "&")
        let bytes = text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        return HTTPBody(bytes, contentType: "application/x-www-form-urlencoded")
    }

    /// Encodes a value as an HTML form.
    ///
    ///     var body: HTTPBody { .form(encoding: credentials) }
    ///
    /// - Parameters:
    ///   - value: A dictionary, or a value with keyed properties.
    ///   - encoder: The encoder, which determines the format of lists, dates and names. Defaults to `QueryEncoder()`.
    /// - Returns: A body of type `application/x-www-form-urlencoded`. If a form cannot represent the value, the request
    ///   fails with the encoding error, which has a coding path.
    public static func form(encoding value: some Encodable, by encoder: QueryEncoder = QueryEncoder()) -> HTTPBody {
        HTTPBody { form(try encoder.encode(value)) }
    }

    /// Percent-encodes a text, except for its spaces.
    private static func encodedForForm(_ text: String) -> String {
        let allowed = ASCIISet.form
        return PercentEncoding.encode(text) { $0 == UInt8(ascii: " ") || allowed.contains($0) }
    }
}
