internal import RillHTTPTesting

/// The operation of a request, with its required permissions.
struct AzureAction: Sendable {
    typealias Work = @Sendable (AzureCaller) throws(AzureError) -> LoopbackServer.Response

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

    init(
        _ resource: Resource, _ permissions: String, publicAccess: AzurePublicAccess? = nil, _ work: @escaping Work
    ) {
        self.resource = resource
        self.permissions = permissions
        self.publicAccess = publicAccess
        self.work = work
    }
}

/// The level of public access to a container.
enum AzurePublicAccess: String, Sendable {
    case blob
    case container

    func allows(_ needed: AzurePublicAccess) -> Bool { self == .container || needed == .blob }
}
