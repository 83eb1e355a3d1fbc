internal import RillHTTP

/// The header fields of a recorded response, adjusted to the body in the file.
enum PlayedFields {
    static func fields(of response: HAR.Response, body: [UInt8], method: String) -> HTTPFields {
        var fields = HTTPFields()
        for header in response.headers {
            // Pseudo-header names such as `:status` are invalid. A header may combine several field values, one per
            // line.
            guard let name = HTTPField.Name(header.name) else { continue }
            for value in header.value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
                fields.append(HTTPField(name: name, value: String(value)))
            }
        }
        // The header fields of these responses describe a body that is not sent.
        guard method != "HEAD", response.status != 304 else { return fields }
        // The body in the file is decoded and unframed. Textual bodies are encoded as UTF-8.
        let isEncoded = response.isEncoded ?? appearsEncoded(body, fields)
        let isDecoded = fields.contains(.contentEncoding) && !isEncoded
        if isDecoded { fields[.contentEncoding] = nil }
        fields[.transferEncoding] = nil
        if response.hasPartialBody {
            if isDecoded { fields[.contentLength] = nil }
        } else if fields.contains(.contentLength) {
            fields[.contentLength] = "\(body.count)"
        }
        if response.content.encoding ?? "" == "", body.contains(where: { $0 >= 0x80 }) {
            fields[.contentType] = fields[.contentType].map { type in
                HARText.hasUTF8(type) ? type : MediaType.setting("charset", to: "utf-8", in: type)
            }
        }
        return fields
    }

    /// Returns whether the file contains the compressed body, as some tools record it, so that the client decodes it.
    static func appearsEncoded(_ body: [UInt8], _ fields: HTTPFields) -> Bool {
        body.starts(with: [0x1F, 0x8B]) && fields[.contentEncoding]?.lowercased() == "gzip"
    }
}
