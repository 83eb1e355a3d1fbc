internal import RillHTTP

/// A container or blob that can be leased.
public enum LeaseResource: Sendable, Hashable {
    /// A container, whose lease protects it from deletion.
    case container(String)

    /// A blob, whose lease protects it from writes and deletion.
    case blob(BlobPath)

    /// The kind and the name of the resource.
    var name: String {
        switch self {
        case .container(let name): "container \(name)"
        case .blob(let blob): "blob \(blob)"
        }
    }

    /// The path and the query of lease operations.
    var target: (path: URLPath, query: QueryItems) {
        switch self {
        case .container(let name): ("/\(name)", ["restype": "container", "comp": "lease"])
        case .blob(let blob): (blob.path, ["comp": "lease"])
        }
    }
}
