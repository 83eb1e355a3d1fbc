/// The stored access policies of a container or queue, as XML.
struct AzureIdentifiers: Sendable {
    private static let maximumCount = 5
    private static let maximumLength = 64

    private(set) var element = AzureElement("SignedIdentifiers")

    init() {}

    /// Parses the policies.
    ///
    /// An empty body contains none.
    init(_ body: [UInt8]) throws(AzureError) {
        guard !body.isEmpty else { return }
        guard let document = AzureElement.read(body, root: "SignedIdentifiers"),
            document.children.count <= Self.maximumCount
        else { throw .invalidXML }
        for identifier in document.children {
            guard identifier.name == "SignedIdentifier", let id = identifier["Id"]?.text, !id.isEmpty,
                id.utf8.count <= Self.maximumLength
            else { throw .invalidXML }
        }
        element = document
    }
}
