internal import RillHTTP

/// The metadata of a container, blob, or queue, sent as `x-ms-meta-NAME` header fields.
enum Metadata {
    private static let prefix = "x-ms-meta-"

    /// Adds metadata to the header fields of a request.
    static func add(_ metadata: [String: String], to fields: inout HTTPFields) throws(MetadataError) {
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil, let field = HTTPField.Name(prefix + name)
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
