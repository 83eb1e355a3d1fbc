/// The access policies that are kept with a container or a queue, as XML.
struct AzureIdentifiers: Sendable {
    private static let maximumCount = 5
    private static let maximumLength = 64

    private(set) var element = AzureElement("SignedIdentifiers")

    init() {}

    /// Reads the policies; an empty body is none.
    init(_ body: [UInt8]) throws(AzureRefusal) {
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
