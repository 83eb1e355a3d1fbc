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
        var bytes: [UInt8] = []
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            appendForm(item.name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            appendForm(item.value ?? "", to: &bytes)
        }
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

    private static func appendForm(_ text: String, to bytes: inout [UInt8]) {
        let allowed = ASCIISet.form
        for byte in text.utf8 {
            let isSpace = byte == UInt8(ascii: " ")
            PercentEncoding.append(
                isSpace ? UInt8(ascii: "+") : byte, to: &bytes, keeps: isSpace || allowed.contains(byte))
        }
    }
}
