internal import RillHTTPTesting

/// The operation of a request, with its required permissions.
struct AzureAction: Sendable {
    typealias Work = @Sendable (AzureCaller) throws -> LoopbackServer.Response

    /// The resource type, as a letter of a shared access signature.
    enum Resource: Character, Sendable {
        case service = "s"
        case container = "c"
        case object = "o"
    }

    let resource: Resource

    /// The permissions, at least one of which a shared access signature must contain.
    ///
    /// Empty if only the owner is permitted.
    let permissions: String

    /// The level of public access required for anonymous requests, or `nil` if they are not permitted.
    let publicAccess: AzurePublicAccess?
    let work: Work

    /// The lowercase names of the query items that the operation implements.
    private let items: Set<String>

    /// The header fields that the operation implements.
    private let fields: [AzureFields]

    init(
        _ resource: Resource, _ permissions: String, publicAccess: AzurePublicAccess? = nil, items: Set<String> = [],
        fields: [AzureFields] = [], _ work: @escaping Work
    ) {
        self.resource = resource
        self.permissions = permissions
        self.publicAccess = publicAccess
        self.items = items
        self.fields = fields
        self.work = work
    }

    /// Throws unless the operation implements all parts of a request that can change its meaning.
    ///
    /// The service also interprets query items and header fields that the sample server does not know, such as the name
    /// of a snapshot or a condition. The request must not be executed without them.
    func check(_ request: AzureRequest) throws {
        for item in request.query {
            let name = item.name.lowercased()
            guard items.contains(name) || name == "timeout" || AzureSharedAccess.items.contains(name) else {
                throw AzureError("NotImplemented").with("QueryParameterName", item.name)
            }
        }
        for field in request.request.fields {
            guard let name = AzureFields.declaredName(of: field.name.canonicalName) else { continue }
            guard fields.contains(where: { $0.names.contains(name) }) else {
                throw AzureError("NotImplemented").with("HeaderName", field.name.rawName)
            }
        }
    }
}

/// The level of public access to a container.
enum AzurePublicAccess: String, Sendable {
    case blob
    case container

    func allows(_ needed: AzurePublicAccess) -> Bool { self == .container || needed == .blob }
}

extension LoopbackServer.Response {
    /// Creates a response with an XML body.
    static func xml(_ element: AzureElement, fields: HTTPFields = [:]) -> Self {
        var fields = fields
        fields[.contentType] = "application/xml"
        return Self(fields: fields, body: element.document)
    }
}

extension HTTPFields {
    /// Creates fields from names and values, without those whose value is `nil` or empty.
    init(omittingEmpty values: KeyValuePairs<String, String?>) {
        self.init()
        for (name, value) in values { set(name, value) }
    }

    /// Sets a field.
    ///
    /// Does nothing if the value is `nil` or empty.
    mutating func set(_ name: String, _ value: String?) {
        guard let name = HTTPField.Name(name), let value, !value.isEmpty else { return }
        self[name] = value
    }
}
