extension HTTPBody {
    /// Encodes pairs as a form, `name=value&name=value`, as browsers do.
    ///
    /// A space becomes `+`, and all but letters, digits and `*-._` is percent-encoded. A name without a value is sent with
    /// an empty one.
    ///
    /// - Parameter items: The pairs, in order.
    /// - Returns: The body, of type `application/x-www-form-urlencoded`.
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

    /// Encodes a value as a form.
    ///
    ///     var body: HTTPBody? { get throws { try .form(encoding: credentials) } }
    ///
    /// - Parameters:
    ///   - value: Something with properties, or a dictionary.
    ///   - encoder: How lists, dates, nil and so on are written.
    /// - Returns: The body, of type `application/x-www-form-urlencoded`.
    /// - Throws: `EncodingError.invalidValue` with the path of what cannot stand in a form; what `value` throws.
    public static func form(encoding value: some Encodable, by encoder: QueryEncoder = QueryEncoder()) throws
        -> HTTPBody
    {
        form(try encoder.encode(value))
    }

    private static func appendForm(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                bytes.append(byte)
            case UInt8(ascii: " "):
                bytes.append(UInt8(ascii: "+"))
            default:
                PercentEncoding.append(byte, to: &bytes, keeps: false)
            }
        }
    }
}
