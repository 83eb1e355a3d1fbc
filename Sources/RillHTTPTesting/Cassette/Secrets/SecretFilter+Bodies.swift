internal import RillHTTP

/// Redaction of bodies according to their media types.
extension SecretFilter {
    /// Returns a redacted body and the secrets recognized by their names.
    func filtered(_ body: [UInt8], type: String) -> (body: [UInt8], secrets: [String]) {
        let name = MediaType.name(of: type)
        if MediaType.isStream(type) {
            return StreamFilter(filter: self, type: type).run(on: body)
        }
        var body = body
        var secrets: [String] = []
        if name.hasPrefix("multipart/"), let boundary = MediaType.parameter("boundary", of: type) {
            (body, secrets) = MultipartFilter(filter: self, boundary: boundary).run(on: body)
        }
        guard let string = String(validating: body, as: UTF8.self) else { return (bytes(body), secrets) }
        if name == "application/x-www-form-urlencoded" {
            return ([UInt8](pairs(string[...]).joined(separator: "&").utf8), self.secrets(inPairs: string[...]))
        }
        var json = JSONFilter(body, filter: self)
        if let clean = json.run() { return (clean, json.secrets) }
        if name.contains("xml") || name.contains("html") || string.first(where: { !$0.isWhitespace }) == "<" {
            var markup = MarkupFilter(filter: self)
            return ([UInt8](markup.run(on: string).utf8), markup.secrets)
        }
        return ([UInt8](text(string).utf8), secrets)
    }
}
