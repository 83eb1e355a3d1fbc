import RillHTTP

/// An invalid request.
///
/// The server responds with the status code and closes the connection.
struct RequestError: Error {
    var status = HTTPResponse.Status.badRequest
    let reason: String
}

/// A strict parser for request lines, field lines and chunk sizes.
///
/// It rejects every deviation from the grammar, so that tests detect bugs in clients.
///
/// - SeeAlso: RFC 9112, sections 3, 5, 6 and 7.
enum RequestHeadParser {
    /// The framing of a request body.
    enum Framing {
        case length(Int)
        case chunked
    }

    /// The visible characters that a request target cannot contain (RFC 3986, 2).
    private static let excluded = Set("\"#<>\\^`{|}".utf8)

    /// Parses a request line.
    static func requestLine(
        _ line: ArraySlice<UInt8>
    ) throws -> (method: HTTPRequest.Method, target: String, minorVersion: Int) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw RequestError(reason: "the request line does not have exactly three parts") }
        guard let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self)) else {
            throw RequestError(reason: "the method is not a token")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) && !excluded.contains($0) }) else {
            throw RequestError(
                reason: "the request target is empty or contains a character that must be percent-encoded")
        }
        let target = String(decoding: parts[1], as: UTF8.self)
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": return (method, target, 1)
        case "HTTP/1.0": return (method, target, 0)
        case let version where version.hasPrefix("HTTP/"):
            throw RequestError(
                status: .httpVersionNotSupported, reason: "unsupported HTTP version: this server supports HTTP/1.1")
        default: throw RequestError(reason: "the request line does not end with an HTTP version")
        }
    }

    /// Parses a header or trailer field.
    static func field(_ line: ArraySlice<UInt8>) throws -> HTTPField {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw RequestError(reason: "a field line has no colon")
        }
        guard let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) else {
            throw RequestError(reason: "a field name is not a token, is folded, or is followed by a space")
        }
        let field = HTTPField(name: name, lenientValue: line[(colon + 1)...])
        guard !field.containsControlCharacters else {
            throw RequestError(reason: "the value of \(name) contains a control character")
        }
        return field
    }

    /// Returns the framing of the body.
    ///
    /// Throws if the header fields are inconsistent.
    static func framing(of fields: HTTPFields, minorVersion: Int) throws -> Framing {
        guard fields[values: .host].count == 1 || minorVersion == 0 else {
            throw RequestError(reason: "expected exactly one Host header field")
        }
        let lengths = Set(fields[values: .contentLength])
        let codings = fields[values: .transferEncoding]
        guard codings.isEmpty else {
            guard lengths.isEmpty else {
                throw RequestError(reason: "both Content-Length and Transfer-Encoding are present")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw RequestError(
                    status: .notImplemented, reason: "unsupported transfer coding: this server supports only chunked")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .length(0) }
        guard lengths.count == 1, let length = number(text[...].utf8, radix: 10) else {
            throw RequestError(reason: "the Content-Length is not a single number")
        }
        return .length(length)
    }

    /// Parses a chunk size line.
    ///
    /// Chunk extensions are ignored.
    static func chunkSize(_ line: ArraySlice<UInt8>) throws -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let rest = line[digits.endIndex...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard rest == nil || rest == UInt8(ascii: ";"), let size = number(digits, radix: 16) else {
            throw RequestError(reason: "a chunk size is not a hexadecimal number")
        }
        return size
    }

    /// Parses a number that consists only of digits, without a sign or spaces.
    private static func number(_ digits: some Collection<UInt8>, radix: Int) -> Int? {
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
