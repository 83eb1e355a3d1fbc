/// The stored access policies of a container or queue, as XML.
struct AzureIdentifiers: Sendable {
    private static let maximumCount = 5
    private static let maximumLength = 64

    private(set) var element = AzureElement("SignedIdentifiers")

    init() {}

    /// Parses the policies.
    ///
    /// An empty body contains none.
    init(_ request: AzureRequest) throws {
        guard request.hasBody else { return }
        let document = try request.document("SignedIdentifiers")
        guard document.children.count <= Self.maximumCount else { throw AzureError("InvalidXmlDocument") }
        for identifier in document.children {
            guard identifier.name == "SignedIdentifier", let id = identifier["Id"]?.text, !id.isEmpty,
                id.utf16.count <= Self.maximumLength
            else { throw AzureError("InvalidXmlDocument") }
            for name in ["Start", "Expiry"] { _ = try identifier["AccessPolicy"]?.date(name) }
        }
        element = document
    }

    /// Returns the values of the policy with an ID, or `nil` if there is none.
    func policy(_ id: String) -> AzureElement? {
        element.children.first { $0["Id"]?.text == id }.map { $0["AccessPolicy"] ?? AzureElement("AccessPolicy") }
    }
}
