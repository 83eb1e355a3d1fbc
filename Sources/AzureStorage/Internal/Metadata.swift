internal import RillHTTP

/// Names and values that a user keeps beside a container, a blob or a queue: fields `x-ms-meta-NAME`.
enum Metadata {
    private static let prefix = "x-ms-meta-"

    /// Puts them on a request.
    static func add(_ metadata: [String: String], to fields: inout HTTPFields) throws(MetadataError) {
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let isName = name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
                default: false
                }
            }
            guard isName, let first = name.utf8.first, !(0x30...0x39 ~= first),
                let field = HTTPField.Name(prefix + name)
            else {
                throw MetadataError(name: name, reason: "a name has letters, digits and underscores, no digit first")
            }
            guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw MetadataError(name: name, reason: "a value has no characters but those of ASCII that can be seen")
            }
            fields[field] = value
        }
    }

    /// Reads them from an answer.
    static func read(from fields: HTTPFields) -> [String: String] {
        var metadata: [String: String] = [:]
        for field in fields where field.name.canonicalName.hasPrefix(prefix) {
            metadata[String(field.name.rawName.dropFirst(prefix.count))] = field.value
        }
        return metadata
    }
}
