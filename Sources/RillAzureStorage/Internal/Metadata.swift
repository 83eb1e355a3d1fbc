internal import RillHTTP

/// The metadata of a container, blob, or queue, sent as `x-ms-meta-NAME` header fields.
enum Metadata {
    private static let prefix = "x-ms-meta-"

    /// Adds metadata to the header fields of a request.
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
                throw MetadataError(
                    name: name,
                    reason: "names must consist of letters, digits, and underscores, and not start with a digit")
            }
            guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw MetadataError(name: name, reason: "values must consist of printable ASCII characters")
            }
            guard !fields.contains(field) else {
                throw MetadataError(name: name, reason: "names must differ in more than their case")
            }
            fields[field] = value
        }
    }

    /// Returns the metadata in the header fields of a response.
    static func read(from fields: HTTPFields) -> [String: String] {
        var metadata: [String: String] = [:]
        for field in fields where field.name.canonicalName.hasPrefix(prefix) {
            metadata[String(field.name.rawName.dropFirst(prefix.count))] = field.value
        }
        return metadata
    }
}
