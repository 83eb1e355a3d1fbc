internal import RillHTTPTesting

/// What a request wants, who may want it, and how it is done.
struct AzureAction: Sendable {
    typealias Work = @Sendable (AzureCaller) throws(AzureRefusal) -> LoopbackServer.Response

    /// What it is done to, by the letters of a shared access signature.
    enum Resource: Character, Sendable {
        case service = "s"
        case container = "c"
        case object = "o"
    }

    let resource: Resource

    /// The permissions of which a shared access signature has to have one; empty if none suffices.
    let permissions: String

    /// How public a container has to be for anyone to do it; nil if nobody else may.
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

/// How much of a container everyone may see.
enum AzurePublicAccess: String, Sendable {
    case blob
    case container

    func allows(_ needed: AzurePublicAccess) -> Bool { self == .container || needed == .blob }
}
