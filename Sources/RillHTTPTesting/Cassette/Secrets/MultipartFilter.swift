internal import RillHTTP

/// Redacts secrets in `multipart/form-data` bodies.
struct MultipartFilter {
    let filter: SecretFilter
    let boundary: String

    /// Redacts all parts with secret names.
    ///
    /// Returns the body and the contents of those parts.
    func run(on body: [UInt8]) -> (body: [UInt8], secrets: [String]) {
        let delimiter = Array("--\(boundary)".utf8)
        var result: [UInt8] = []
        var secrets: [String] = []
        var position = body.startIndex
        while let found = body[position...].range(of: delimiter) {
            let (part, secret) = clean(body[position..<found.lowerBound])
            result += part + delimiter
            secrets += secret.map { [$0] } ?? []
            position = found.upperBound
        }
        return (result + body[position...], secrets)
    }

    private func clean(_ part: ArraySlice<UInt8>) -> (part: ArraySlice<UInt8>, secret: String?) {
        guard let blank = part.range(of: Array("\r\n\r\n".utf8)) else { return (part, nil) }
        let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
        guard let name = head.firstMatch(of: /(?i)\bname="?([^";\r\n]*)/), filter.isSecret(name.output.1) else {
            return (part, nil)
        }
        let secret = part[blank.upperBound...].dropLast(2)
        return (part[..<blank.upperBound] + Array("\(Redactor.mark)\r\n".utf8), String(decoding: secret, as: UTF8.self))
    }
}
