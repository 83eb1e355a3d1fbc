internal import RillHTTP

/// A function that derives the keys and variants of stored responses, which reveal nothing about the requests unless
/// the secret is known.
///
/// A key identifies a URL. A variant identifies the sender and the header fields that `Vary` names, so the values of
/// these fields, which can be secrets, are not stored.
struct CacheKeys: Sendable {
    /// The key of the hash function.
    let secret: [UInt8]

    /// Returns the key of a normalized URL.
    func key(of url: String) -> String {
        var hash = SipHash(key: secret)
        hash.update("url")
        hash.update(url)
        return hash.text
    }

    /// Returns the variant of a request.
    ///
    /// - Parameters:
    ///   - names: The field names in the `Vary` field of the response.
    ///   - request: The request.
    ///   - sender: The sender of the request.
    func variant(of names: [HTTPField.Name], _ request: HTTPRequest, _ sender: RequestSender) -> String {
        var hash = SipHash(key: secret)
        func update(_ name: String, _ values: [String]) {
            hash.update(name)
            hash.update(values.count)
            for value in values { hash.update(value) }
        }
        hash.update("variant")
        for name in names.sorted(by: { $0.canonicalName < $1.canonicalName }) {
            update(name.canonicalName, Self.normalized(name, of: request.unsignedFields))
        }
        hash.update("sender")
        for (name, values) in sender.parts.sorted(by: { $0.key < $1.key }) { update(name, values) }
        return hash.text
    }

    /// Returns the elements of list fields without surrounding whitespace, or an empty array without such a field.
    ///
    /// Fields that differ only in whitespace or in the number of lines select the same variant (RFC 9111, 4.1).
    private static func normalized(_ name: HTTPField.Name, of fields: HTTPFields) -> [String] {
        let elements = fields.elements(of: name)
        return elements.isEmpty && fields.contains(name) ? [""] : elements
    }

    /// Returns the names in a `Vary` field, or `nil` if the response never matches another request.
    static func names(inVary elements: [String]) -> [HTTPField.Name]? {
        var names: Set<HTTPField.Name> = []
        for element in elements {
            let text = CacheControl.trimmed(element)
            // With `*`, or anything that is not a valid field name, the response never matches another request.
            guard text != "*", let name = HTTPField.Name(text) else { return nil }
            names.insert(name)
        }
        return names.sorted { $0.canonicalName < $1.canonicalName }
    }
}
