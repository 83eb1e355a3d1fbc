internal import RillHTTP

/// Takes secrets out of the parts of a body of type `multipart/form-data`.
struct MultipartFilter {
    let filter: SecretFilter
    let boundary: String

    /// The body with marks in the place of the parts that are secret by their names, and what those parts held.
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
