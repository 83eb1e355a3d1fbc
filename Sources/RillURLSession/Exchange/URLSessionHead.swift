internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension HTTPResponse {
    /// Creates a response head from URLSession's response.
    ///
    /// URLSession preserves neither the order of the header fields nor the reason phrase. The fields are sorted by
    /// name, so that equal responses have equal heads.
    ///
    /// - Throws: The error for a head that URLSession accepts but that is not valid HTTP.
    init(_ response: HTTPURLResponse) throws(TransportError) {
        guard 100...999 ~= response.statusCode else {
            throw Self.malformed("invalid status code \(response.statusCode)")
        }
        // Rill never requests an upgrade to another protocol.
        guard response.statusCode != 101 else { throw Self.malformed("unexpected protocol switch (status 101)") }
        self.init(status: Status(code: response.statusCode))
        var fields: [HTTPField] = []
        for case (let name, let value) as (String, String) in response.allHeaderFields {
            guard let name = HTTPField.Name(name) else { continue }
            guard !value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                throw Self.malformed("the value of the \(name) header field contains a line break or NUL")
            }
            fields.append(HTTPField(name: name, value: value))
        }
        for field in fields.sorted(by: { $0.name.canonicalName < $1.name.canonicalName }) {
            if field.name == .setCookie {
                headerFields += Self.cookies(in: field.value).map { HTTPField(name: field.name, value: $0) }
            } else {
                headerFields.append(field)
            }
        }
        // Repeated fields with the same value are treated as one field (RFC 9112, section 6.3).
        let lengths = Set((headerFields[.contentLength] ?? "0").split(separator: ",").map { $0.drop { $0 == " " } })
        guard lengths.count == 1, let length = lengths.first, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            Int(length) != nil
        else {
            throw Self.malformed("invalid or conflicting Content-Length")
        }
    }

    /// Splits the `Set-Cookie` fields of a head, which URLSession joins with a comma and a space.
    ///
    /// Each separator is followed by the beginning of a cookie: a name, which need not be a token, and an equals sign. The
    /// comma in a date, as in `Expires=Wed, 21 Oct 2026 07:28:00 GMT`, is not. A comma in a cookie value, which RFC 6265 does
    /// not allow, is preserved unless the text after it looks like a cookie.
    private static func cookies(in joined: String) -> [String] {
        let bytes = Array(joined.utf8)
        let starts = bytes.indices.filter { index in
            guard bytes[..<index].suffix(2).elementsEqual(", ".utf8) else { return false }
            let name = bytes[index...].prefix { $0 > 0x20 && $0 != 0x7F && !",;=".utf8.contains($0) }
            return !name.isEmpty && bytes[name.endIndex...].first == UInt8(ascii: "=")
        }
        return zip([0] + starts, starts.map { $0 - 2 } + [bytes.count]).map { start, end in
            String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }

    private static func malformed(_ text: String) -> TransportError { TransportError(.malformedResponse, text) }

    /// Whether the head belongs to the final response and is not informational.
    var isFinal: Bool { status.kind != .informational }
}
