/// Bodies as strings of JSON: as they are, or as Base64.
enum HARText {
    /// Writes text as it is, and everything else as Base64.
    static func encode(_ body: [UInt8], type: String) -> (text: String, encoding: String?) {
        // A body in another charset may be UTF-8 by chance; without a sign beyond ASCII it is the same in both.
        if body.isEmpty || isTextual(type), let text = String(validating: body, as: UTF8.self), !body.contains(0),
            hasUTF8(type) || body.allSatisfy({ $0 < 0x80 })
        {
            return (text, nil)
        }
        return (Base64.encode(body), "base64")
    }

    /// Reads either; nil if it is not what it says.
    static func decode(_ text: String, encoding: String?) -> [UInt8]? {
        guard let encoding, !encoding.isEmpty else { return [UInt8](text.utf8) }
        guard encoding.lowercased() == "base64" else { return nil }
        return Base64.decode(text.filter { !$0.isWhitespace })
    }

    /// Whether a media type names no charset, or that which the strings of JSON have.
    static func hasUTF8(_ type: String) -> Bool {
        let charset = MediaType.parameter("charset", of: type)
        return charset == nil || ["utf-8", "utf8", "us-ascii"].contains(charset?.lowercased())
    }

    /// Whether a media type says that there is something to read.
    private static func isTextual(_ type: String) -> Bool {
        let name = MediaType.name(of: type)
        return name.isEmpty || name.hasPrefix("text/") || name.hasPrefix("multipart/")
            || ["json", "xml", "javascript", "x-www-form-urlencoded", "graphql", "yaml"].contains {
                name.hasSuffix("/" + $0) || name.hasSuffix("+" + $0) || name.hasSuffix("-" + $0)
            }
    }
}
