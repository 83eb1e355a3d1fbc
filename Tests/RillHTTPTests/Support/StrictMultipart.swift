/// Reads `multipart/form-data` as strictly as a server may: every byte has to be where it belongs.
struct StrictMultipart {
    struct Part: Equatable {
        var disposition: String
        var type: String?
        var content: [UInt8]
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private var rest: ArraySlice<UInt8>
    private let boundary: String

    /// Reads a body.
    static func parts(of body: [UInt8], contentType: String?) throws -> [Part] {
        let prefix = "multipart/form-data; boundary="
        guard let contentType, contentType.hasPrefix(prefix) else {
            throw Failure(description: "the type is \(contentType ?? "none")")
        }
        var reader = StrictMultipart(rest: body[...], boundary: String(contentType.dropFirst(prefix.count)))
        return try reader.parts()
    }

    private mutating func parts() throws -> [Part] {
        var parts: [Part] = []
        try take("--\(boundary)")
        while !rest.starts(with: "--".utf8) {
            try take("\r\n")
            var fields: [String] = []
            while true {
                let line = String(decoding: try takeUp(to: "\r\n"), as: UTF8.self)
                if line.isEmpty { break }
                fields.append(line)
            }
            let content = Array(try takeUp(to: "\r\n--\(boundary)"))
            parts.append(try part(fields, content))
        }
        try take("--\r\n")
        guard rest.isEmpty else { throw Failure(description: "\(rest.count) bytes behind the end") }
        return parts
    }

    private func part(_ fields: [String], _ content: [UInt8]) throws -> Part {
        let disposition = "Content-Disposition: form-data; "
        let type = "Content-Type: "
        guard let first = fields.first, first.hasPrefix(disposition), fields.count <= 2,
            fields.dropFirst().allSatisfy({ $0.hasPrefix(type) })
        else { throw Failure(description: "the fields of a part are \(fields)") }
        return Part(
            disposition: String(first.dropFirst(disposition.count)),
            type: fields.count == 2 ? String(fields[1].dropFirst(type.count)) : nil, content: content)
    }

    private mutating func take(_ text: String) throws {
        guard rest.starts(with: text.utf8) else {
            throw Failure(description: "no \(text.debugDescription) before \(rest.count) bytes of the end")
        }
        rest = rest.dropFirst(text.utf8.count)
    }

    private mutating func takeUp(to text: String) throws -> ArraySlice<UInt8> {
        let mark = Array(text.utf8)
        var position = rest.startIndex
        while position + mark.count <= rest.endIndex {
            if rest[position] == mark[0], rest[position...].starts(with: mark) {
                defer { rest = rest[(position + mark.count)...] }
                return rest[..<position]
            }
            position += 1
        }
        throw Failure(description: "no \(text.debugDescription) behind \(rest.count) bytes of the end")
    }
}
