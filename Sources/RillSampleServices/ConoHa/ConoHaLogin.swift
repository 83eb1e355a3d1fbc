internal import RillHTTP

/// An authentication request of version 3: verifies the identity and the scope.
struct ConoHaLogin: Sendable {
    let user: ConoHaAccounts.User
    let method: String
    let parent: ConoHaToken?
    let scope: ConoHaToken.Scope

    init(_ auth: JSONValue, endpoints: ConoHaEndpoints) throws {
        guard let identity = auth["identity"], let methods = identity["methods"]?.arrayValue else {
            throw ConoHaError.missing(auth["identity"] == nil ? "identity" : "methods", in: auth)
        }
        guard let method = methods.first?.stringValue else { throw ConoHaError.unauthorized }
        guard methods.count == 1 else { throw ConoHaError.notImplemented("a login with several methods") }
        guard ["password", "token", "application_credential"].contains(method) else {
            throw ConoHaError.unsupportedMethod
        }
        guard let credentials = identity[method] else { throw ConoHaError.expecting(method, in: "identity") }
        self.method = method
        var parent: ConoHaToken?
        switch method {
        case "password":
            let reference = credentials["user"] ?? [:]
            let user = try Self.user(reference, endpoints)
            guard let user, reference["password"]?.stringValue == user.password else { throw ConoHaError.unauthorized }
            self.user = user
        case "token":
            let token = try endpoints.validToken(credentials["id"]?.stringValue ?? "")
            parent = token
            user = token.user
        default:
            user = try Self.owner(of: credentials, endpoints)
        }
        self.parent = parent
        scope = try Self.scope(auth["scope"], method, user, endpoints)
    }

    // MARK: Identity

    private static func user(_ reference: JSONValue, _ endpoints: ConoHaEndpoints) throws -> ConoHaAccounts.User? {
        guard let name = reference["name"]?.stringValue else {
            guard let id = reference["id"]?.stringValue else { throw ConoHaError.missing("id", in: reference) }
            return endpoints.accounts.user(id: id)
        }
        return try isInDomain(reference, "user", endpoints) ? endpoints.accounts.user(name: name) : nil
    }

    /// Returns whether an entity that is identified by name belongs to the default domain.
    private static func isInDomain(
        _ reference: JSONValue, _ location: String, _ endpoints: ConoHaEndpoints
    ) throws -> Bool {
        guard let domain = reference["domain"] else {
            if endpoints.options.requiresDomain { throw ConoHaError.expecting("domain", in: location) }
            return true
        }
        return domain["id"]?.stringValue == "default" || domain["name"]?.stringValue == "Default"
    }

    private static func owner(of credentials: JSONValue, _ endpoints: ConoHaEndpoints) throws -> ConoHaAccounts.User {
        let id = credentials["id"]?.stringValue
        if let id, id != ConoHaAccounts.applicationCredentialID {
            throw ConoHaError.unknown("Application Credential", id)
        }
        if id == nil {
            let user = try user(credentials["user"] ?? [:], endpoints)
            let name = credentials["name"]?.stringValue ?? ""
            guard name == ConoHaAccounts.applicationCredentialName, user?.id == ConoHaAccounts.customerID else {
                throw ConoHaError.unknown("Application Credential", name)
            }
        }
        guard credentials["secret"]?.stringValue == ConoHaAccounts.applicationCredentialSecret,
            let user = endpoints.accounts.user(id: ConoHaAccounts.customerID)
        else { throw ConoHaError.unauthorized }
        return user
    }

    // MARK: Scope

    private static func scope(
        _ requestedScope: JSONValue?, _ method: String, _ user: ConoHaAccounts.User, _ endpoints: ConoHaEndpoints
    ) throws -> ConoHaToken.Scope {
        if method == "application_credential" {
            guard let project = ConoHaAccounts.project(id: ConoHaAccounts.tenantID) else {
                throw ConoHaError.unauthorized
            }
            return .applicationCredential(project)
        }
        guard let requestedScope, requestedScope.stringValue != "unscoped" else { return .none }
        if let reference = requestedScope["project"] {
            guard let project = try project(reference, endpoints), user.projects.contains(project.id) else {
                throw ConoHaError.unauthorized
            }
            return .project(project)
        }
        if let domain = requestedScope["domain"], user.isAdmin, try isInDomain(["domain": domain], "scope", endpoints) {
            return .domain
        }
        if requestedScope["system"] != nil, user.isAdmin { return .system }
        if requestedScope["OS-TRUST:trust"]?["id"]?.stringValue == ConoHaAccounts.trustID,
            let project = ConoHaAccounts.project(id: ConoHaAccounts.tenantID)
        {
            return .trust(project)
        }
        throw ConoHaError.unauthorized
    }

    private static func project(
        _ reference: JSONValue, _ endpoints: ConoHaEndpoints
    ) throws -> ConoHaAccounts.Project? {
        if let id = reference["id"]?.stringValue { return ConoHaAccounts.project(id: id) }
        let isDefaultDomain = try isInDomain(reference, "project", endpoints)
        return isDefaultDomain ? ConoHaAccounts.project(name: reference["name"]?.stringValue ?? "") : nil
    }
}
