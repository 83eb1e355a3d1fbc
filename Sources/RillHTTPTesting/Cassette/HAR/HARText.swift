internal import Foundation

/// The encoding of bodies as JSON strings, as plain text or Base64.
enum HARText {
    /// Encodes a textual body unchanged and any other body as Base64.
    static func encode(_ body: [UInt8], type: String) -> (text: String, encoding: String?) {
        // A body in another charset can be valid UTF-8 by coincidence. ASCII bytes mean the same in either charset.
        if body.isEmpty || isTextual(type), let text = String(validating: body, as: UTF8.self), !body.contains(0),
            hasUTF8(type) || body.allSatisfy({ $0 < 0x80 })
        {
            return (text, nil)
        }
        return (base64(body), "base64")
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Decodes a body.
    ///
    /// - Returns: The bytes, or `nil` if the text does not match its encoding.
    static func decode(_ text: String, encoding: String?) -> [UInt8]? {
        guard let encoding, !encoding.isEmpty else { return [UInt8](text.utf8) }
        guard encoding.lowercased() == "base64" else { return nil }
        return Data(base64Encoded: text.filter { !$0.isWhitespace }).map { [UInt8]($0) }
    }

    /// Whether a media type specifies no charset or one that is compatible with UTF-8.
    static func hasUTF8(_ type: String) -> Bool {
        [nil, "utf-8", "utf8", "us-ascii"].contains(MediaType.parameter("charset", of: type)?.lowercased())
    }

    /// Whether a media type denotes text.
    private static func isTextual(_ type: String) -> Bool {
        let name = MediaType.name(of: type)
        return name.isEmpty || name.hasPrefix("text/") || name.hasPrefix("multipart/") || MediaType.isStream(name)
            || ["json", "xml", "javascript", "x-www-form-urlencoded", "graphql", "yaml"].contains {
                name.hasSuffix("/" + $0) || name.hasSuffix("+" + $0) || name.hasSuffix("-" + $0)
            }
    }
}
