internal import RillHTTPTesting

/// The metadata of a container, blob, or queue.
struct AzureMetadata: Sendable {
    /// The names and values in request order, with the case of the request.
    private(set) var pairs: [(name: String, value: String)] = []

    private static let prefix = "x-ms-meta-"
    private static let maximumSize = 8 << 10

    init() {}

    /// Parses the metadata header fields of a request.
    init(_ request: AzureRequest) throws {
        for field in request.request.fields where field.name.canonicalName.hasPrefix(Self.prefix) {
            let name = String(field.name.rawName.dropFirst(Self.prefix.count))
            guard !name.isEmpty else { throw AzureError("EmptyMetadataKey") }
            guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else { throw AzureError("InvalidMetadata") }
            if let index = pairs.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                pairs[index].value += ",\(field.value)"
            } else {
                pairs.append((name, field.value))
            }
        }
        let size = pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= Self.maximumSize else { throw AzureError("MetadataTooLarge") }
    }

    var isEmpty: Bool { pairs.isEmpty }

    /// The metadata header fields of a response.
    var fields: HTTPFields {
        HTTPFields(
            pairs.compactMap { pair in
                HTTPField.Name(Self.prefix + pair.name).map { HTTPField(name: $0, value: pair.value) }
            })
    }

    /// The element in a list.
    var element: AzureElement { AzureElement("Metadata", pairs.map { AzureElement($0.name, $0.value) }) }

    /// Whether the values are equal, ignoring the case of the names.
    func equals(_ other: AzureMetadata) -> Bool {
        func values(_ metadata: AzureMetadata) -> [String: String] {
            Dictionary(metadata.pairs.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
        }
        return values(self) == values(other)
    }
}
