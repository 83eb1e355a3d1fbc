internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

extension HTTPResponse {
    /// Reads what URLSession tells of a head.
    ///
    /// URLSession keeps neither the order of the fields nor the reason phrase: the fields are sorted by name here, so that
    /// equal answers make equal heads.
    ///
    /// - Throws: What makes it no head of HTTP, though URLSession has taken it.
    init(_ response: HTTPURLResponse) throws(TransportError) {
        guard 100...999 ~= response.statusCode else { throw Self.malformed("its status is \(response.statusCode)") }
        // Nobody has asked for another protocol.
        guard response.statusCode != 101 else { throw Self.malformed("it switches to another protocol, unasked") }
        self.init(status: Status(code: response.statusCode))
        var fields: [HTTPField] = []
        for case (let name, let value) as (String, String) in response.allHeaderFields {
            guard let name = HTTPField.Name(name) else { continue }
            guard !value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                throw Self.malformed("the value of \(name) contains a line break or NUL")
            }
            fields.append(HTTPField(name: name, value: value))
        }
        for field in fields.sorted(by: { $0.name.canonicalName < $1.name.canonicalName }) {
            if field.name == .setCookie {
                headerFields += SetCookieSplitter.split(field.value).map { HTTPField(name: field.name, value: $0) }
            } else {
                headerFields.append(field)
            }
        }
        // Several that say the same are one (RFC 9112, 6.3).
        let lengths = Set((headerFields[.contentLength] ?? "0").split(separator: ",").map { $0.drop { $0 == " " } })
        guard lengths.count == 1, let length = lengths.first, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            Int(length) != nil
        else {
            throw Self.malformed("its Content-Length is no number, or more than one")
        }
    }

    private static func malformed(_ text: String) -> TransportError { TransportError(.malformedResponse, text) }

    /// Whether a head belongs to the answer itself, and does not only announce it.
    var isFinal: Bool { status.kind != .informational }

    /// Whether URLSession takes a content coding off.
    var isEncoded: Bool { headerFields[.contentEncoding].map { $0.lowercased() != "identity" } ?? false }

    /// How many bytes the body has, as far as the head says so of what is delivered.
    var announcedCount: Int? { isEncoded ? nil : headerFields[.contentLength].flatMap { Int($0) } }
}

/// Takes apart what URLSession has joined by commas: the `Set-Cookie` fields of a head.
enum SetCookieSplitter {
    /// Cuts at each comma behind which a new cookie begins: a name and an equals sign.
    ///
    /// The comma in a date, `Expires=Wed, 21 Oct 2026 07:28:00 GMT`, has no such thing behind it. A comma inside a cookie's
    /// value, which RFC 6265 does not allow, is kept unless it looks like the beginning of a cookie.
    static func split(_ joined: String) -> [String] {
        let bytes = Array(joined.utf8)
        var cookies: [String] = []
        var start = 0
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: ",") && place >= start {
            guard let next = beginning(behind: place, in: bytes) else { continue }
            cookies.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = next
        }
        cookies.append(String(decoding: bytes[start...], as: UTF8.self))
        return cookies
    }

    private static func beginning(behind comma: Int, in bytes: [UInt8]) -> Int? {
        // URLSession joins by a comma and a space.
        guard comma + 1 < bytes.count, bytes[comma + 1] == UInt8(ascii: " ") else { return nil }
        let rest = bytes[(comma + 2)...]
        guard let end = rest.firstIndex(where: { !isNameByte($0) }), end > rest.startIndex else { return nil }
        return bytes[end] == UInt8(ascii: "=") ? rest.startIndex : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
    }
}
