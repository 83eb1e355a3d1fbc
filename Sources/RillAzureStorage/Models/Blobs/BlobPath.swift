internal import RillHTTP

/// The container and name of a blob.
///
///     let blob = BlobPath("pictures", "2026/日本 語.jpeg")
public struct BlobPath: Sendable, Hashable, CustomStringConvertible {
    /// The name of the container.
    public var container: String

    /// The name of the blob, not percent-encoded: 1 to 1,024 characters, which can include slashes.
    public var name: String

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - name: The name of the blob, not percent-encoded.
    public init(_ container: String, _ name: String) {
        self.container = container
        self.name = name
    }

    /// Returns whether two paths are equal.
    ///
    /// Compares the bytes of the names, as the service does, because canonically equivalent names denote different blobs.
    ///
    /// - Parameters:
    ///   - lhs: A path.
    ///   - rhs: Another path.
    /// - Returns: `true` if the paths are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.container == rhs.container && lhs.name.utf8.elementsEqual(rhs.name.utf8)
    }

    /// Hashes the path.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The container and the name, separated by a slash.
    public var description: String { "\(container)/\(name)" }

    /// The percent-encoded path of the URL.
    var path: URLPath {
        let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // `\(path:)` reports an error for an empty name and for the components "." and "..". Empty components are
        // valid.
        if name.isEmpty || parts.contains(".") || parts.contains("..") { return "/\(container)/\(path: name)" }
        let encoded = parts.map { part in ("\(part)" as URLPath).encoded }
        return "/\(container)/\(encoded: encoded.joined(separator: "/"))"
    }
}
