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

    var path: URLPath {
        switch self {
        case .container(let name): "/\(name)"
        case .blob(let blob): blob.path
        }
    }

    var query: QueryItems {
        switch self {
        case .container: ["restype": "container", "comp": "lease"]
        case .blob: ["comp": "lease"]
        }
    }
}
