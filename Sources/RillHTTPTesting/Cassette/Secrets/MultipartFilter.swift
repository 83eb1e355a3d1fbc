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
        guard let name = Self.name(in: head), filter.isSecret(name) else { return (part, nil) }
        let secret = part[blank.upperBound...].dropLast(2)
        return (part[..<blank.upperBound] + Array("\(Redactor.mark)\r\n".utf8), String(decoding: secret, as: UTF8.self))
    }

    /// Returns the value of the parameter `name` in the header fields of a part, which may be malformed.
    private static func name(in head: String) -> Substring? {
        for parameter in head.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].split(whereSeparator: { !$0.isLetter }).last?.lowercased() == "name" else {
                continue
            }
            return parts[1].drop { $0 == "\"" || $0.isWhitespace }.prefix { $0 != "\"" }
        }
        return nil
    }
}
