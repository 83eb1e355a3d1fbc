internal import RillHTTP

/// Where a blob is: in which container, under which name.
///
///     let blob = BlobPath("pictures", "2026/日本 語.jpeg")
public struct BlobPath: Sendable, Hashable, CustomStringConvertible {
    /// The name of the container.
    public var container: String

    /// The name of the blob in it, not encoded: 1 to 1,024 characters, slashes among them if one likes.
    public var name: String

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - name: The name of the blob in it, not encoded.
    public init(_ container: String, _ name: String) {
        self.container = container
        self.name = name
    }

    /// The container and the name, with a slash between.
    public var description: String { "\(container)/\(name)" }

    /// The path as it is sent.
    var path: URLPath {
        let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // Where a part is "." or "..", or all is empty, the path says what is wrong with it. An empty part is as good as any.
        if name.isEmpty || parts.contains(".") || parts.contains("..") { return "/\(container)/\(path: name)" }
        return "/\(container)/\(encoded: parts.map { PercentEncoding.encode($0) }.joined(separator: "/"))"
    }
}
