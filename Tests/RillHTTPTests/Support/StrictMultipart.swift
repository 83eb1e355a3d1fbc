/// A strict parser of `multipart/form-data`, which accepts no deviation from the format.
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

    /// Parses a body.
    static func parts(of body: [UInt8], contentType: String?) throws -> [Part] {
        let prefix = "multipart/form-data; boundary="
        guard let contentType, contentType.hasPrefix(prefix) else {
            throw Failure(description: "unexpected media type \(contentType ?? "none")")
        }
        var reader = StrictMultipart(rest: body[...], boundary: String(contentType.dropFirst(prefix.count)))
        return try reader.parts()
    }

    private mutating func parts() throws -> [Part] {
        var parts: [Part] = []
        try skip("--\(boundary)")
        while !rest.starts(with: "--".utf8) {
            try skip("\r\n")
            var fields: [String] = []
            while true {
                let line = String(decoding: try read(to: "\r\n"), as: UTF8.self)
                if line.isEmpty { break }
                fields.append(line)
            }
            let content = Array(try read(to: "\r\n--\(boundary)"))
            parts.append(try part(fields, content))
        }
        try skip("--\r\n")
        guard rest.isEmpty else { throw Failure(description: "\(rest.count) bytes after the closing delimiter") }
        return parts
    }

    private func part(_ fields: [String], _ content: [UInt8]) throws -> Part {
        let disposition = "Content-Disposition: form-data; "
        let type = "Content-Type: "
        guard let first = fields.first, first.hasPrefix(disposition), fields.count <= 2,
            fields.dropFirst().allSatisfy({ $0.hasPrefix(type) })
        else { throw Failure(description: "unexpected fields of a part: \(fields)") }
        return Part(
            disposition: String(first.dropFirst(disposition.count)),
            type: fields.count == 2 ? String(fields[1].dropFirst(type.count)) : nil, content: content)
    }

    private mutating func skip(_ text: String) throws {
        guard rest.starts(with: text.utf8) else {
            throw Failure(description: "expected \(text.debugDescription) with \(rest.count) bytes remaining")
        }
        rest = rest.dropFirst(text.utf8.count)
    }

    private mutating func read(to text: String) throws -> ArraySlice<UInt8> {
        let delimiter = Array(text.utf8)
        var position = rest.startIndex
        while position + delimiter.count <= rest.endIndex {
            if rest[position] == delimiter[0], rest[position...].starts(with: delimiter) {
                defer { rest = rest[(position + delimiter.count)...] }
                return rest[..<position]
            }
            position += 1
        }
        throw Failure(description: "\(text.debugDescription) not found in the remaining \(rest.count) bytes")
    }
}
