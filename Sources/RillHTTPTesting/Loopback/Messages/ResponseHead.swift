import RillHTTP

/// The encoder for response heads.
enum ResponseHead {
    /// Encodes a status line, the header fields and an empty line.
    static func encode(
        status: HTTPResponse.Status, fields: HTTPFields, style: LoopbackServer.HeadStyle = []
    ) -> [UInt8] {
        let lineEnd: [UInt8] = style.contains(.lineFeedOnly) ? [0x0A] : [0x0D, 0x0A]
        let code = String(status.code)
        var head = Array("HTTP/1.1 \(String(repeating: "0", count: 3 - code.count))\(code)".utf8)
        if !style.contains(.noReasonPhrase) {
            head += Array(" \(status.reasonPhrase)".utf8)
        }
        head += lineEnd
        for field in fields {
            head += Array((style.contains(.lowercaseNames) ? field.name.canonicalName : field.name.rawName).utf8)
            head += Array((style.contains(.noSpaceAfterColon) ? ":" : ": ").utf8)
            head += style.contains(.latin1Values) ? latin1(field.value) : Array(field.value.utf8)
            head += lineEnd
        }
        return head + lineEnd
    }

    /// Adds the framing field and `Connection: close`, unless the response sets these fields itself.
    static func fields(
        of response: LoopbackServer.Response, framing: LoopbackServer.Framing, closing: Bool
    ) -> HTTPFields {
        var fields = response.fields
        switch framing {
        case .unframed:
            return fields
        case .chunked where !response.status.forbidsBody && !fields.contains(.transferEncoding):
            fields[.transferEncoding] = "chunked"
        case .length(let length) where !response.status.forbidsBody && !fields.contains(.contentLength):
            fields[.contentLength] = String(length)
        case .chunked, .length, .untilClose:
            break
        }
        if closing || framing == .untilClose, !fields.contains(.connection) {
            fields[.connection] = "close"
        }
        return fields
    }

    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }
}

extension HTTPResponse.Status {
    /// Whether a response with this status code never has a body (RFC 9112, section 6.3).
    var forbidsBody: Bool { kind == .informational || code == 204 || code == 304 }
}
