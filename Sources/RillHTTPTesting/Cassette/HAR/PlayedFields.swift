internal import RillHTTP

/// The header fields of a recorded answer, made to say what is true of the body that the file holds.
enum PlayedFields {
    static func fields(of response: HAR.Response, body: [UInt8], method: String) -> HTTPFields {
        var fields = HTTPFields()
        for header in response.headers {
            // Names such as `:status` are not fields; several fields of a name may stand in one, line by line.
            guard let name = HTTPField.Name(header.name) else { continue }
            for value in header.value.split(separator: "\n", omittingEmptySubsequences: false) {
                fields.append(HTTPField(name: name, value: String(value)))
            }
        }
        // These tell of a body that they do not have.
        guard method != "HEAD", response.status != 304 else { return fields }
        // The body in the file is decoded, in one piece, and in UTF-8 if it is text.
        fields[.contentEncoding] = nil
        fields[.transferEncoding] = nil
        if fields.contains(.contentLength) { fields[.contentLength] = "\(body.count)" }
        if response.content.encoding ?? "" == "", body.contains(where: { $0 >= 0x80 }) {
            fields[.contentType] = fields[.contentType].map(withUTF8)
        }
        return fields
    }

    /// A media type whose charset, if it has one, is UTF-8.
    private static func withUTF8(_ type: String) -> String {
        HARText.hasUTF8(type) ? type : MediaType.setting("charset", to: "utf-8", in: type)
    }
}
