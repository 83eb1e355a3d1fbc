internal import RillHTTP

/// The authentication requests of version 3.
extension ConoHaEndpoints {
    /// Verifies the identity and the scope of a request, and issues a token.
    func logIn(_ auth: JSONValue) throws -> ConoHaToken {
        guard let identity = auth["identity"], let methods = identity["methods"]?.arrayValue else {
            throw ConoHaError.missing(auth["identity"] == nil ? "identity" : "methods", in: auth)
        }
        guard let method = methods.first?.stringValue else { throw ConoHaError.unauthorized }
        guard methods.count == 1 else { throw ConoHaError.notImplemented("a login with several methods") }
        guard ["password", "token", "application_credential"].contains(method) else {
            throw ConoHaError.unsupportedMethod
        }
        guard let credentials = identity[method] else { throw ConoHaError.expecting(method, in: "identity") }
        let parent = method == "token" ? try state.token(credentials["id"]?.stringValue ?? "") : nil
        let user =
            switch method {
            case "password": try userWithPassword(credentials["user"] ?? [:])
            case "application_credential": try owner(of: credentials)
            default: parent?.user
            }
        guard let user else { throw ConoHaError.unauthorized }
        let scope = try scope(auth["scope"], method, user)
        return state.issue(to: user, by: method, from: parent, for: scope, isLong: true)
    }

    // MARK: Identity

    private func user(_ reference: JSONValue) throws -> ConoHaAccounts.User? {
        guard let name = reference["name"]?.stringValue else {
            guard let id = reference["id"]?.stringValue else { throw ConoHaError.missing("id", in: reference) }
            return accounts.user(id: id)
        }
        return try isInDomain(reference, "user") ? accounts.user(name: name) : nil
    }

    /// Returns the user of a reference with the password of this user.
    private func userWithPassword(_ reference: JSONValue) throws -> ConoHaAccounts.User? {
        let user = try user(reference)
        return reference["password"]?.stringValue == user?.password ? user : nil
    }

    /// Returns whether an entity that is identified by name belongs to the default domain.
    private func isInDomain(_ reference: JSONValue, _ location: String) throws -> Bool {
        guard let domain = reference["domain"] else {
            if options.requiresDomain { throw ConoHaError.expecting("domain", in: location) }
            return true
        }
        return domain["id"]?.stringValue == "default" || domain["name"]?.stringValue == "Default"
    }

    private func owner(of credentials: JSONValue) throws -> ConoHaAccounts.User {
        if let id = credentials["id"]?.stringValue {
            guard id == SampleConoHa.applicationCredentialID else {
                throw ConoHaError.unknown("Application Credential", id)
            }
        } else {
            let user = try user(credentials["user"] ?? [:])
            let name = credentials["name"]?.stringValue ?? ""
            guard name == SampleConoHa.applicationCredentialName, user?.id == SampleConoHa.userID else {
                throw ConoHaError.unknown("Application Credential", name)
            }
        }
        guard credentials["secret"]?.stringValue == SampleConoHa.applicationCredentialSecret,
            let user = accounts.user(id: SampleConoHa.userID)
        else { throw ConoHaError.unauthorized }
        return user
    }

    // MARK: Scope

    private func scope(
        _ requestedScope: JSONValue?, _ method: String, _ user: ConoHaAccounts.User
    ) throws -> ConoHaToken.Scope {
        if method == "application_credential" { return .applicationCredential(ConoHaAccounts.tenant) }
        guard let requestedScope, requestedScope.stringValue != "unscoped" else { return .none }
        if let reference = requestedScope["project"] {
            guard let project = try project(reference), user.projects.contains(project) else {
                throw ConoHaError.unauthorized
            }
            return .project(project)
        }
        if let domain = requestedScope["domain"], user.isAdmin, try isInDomain(["domain": domain], "scope") {
            return .domain
        }
        if requestedScope["system"] != nil, user.isAdmin { return .system }
        guard requestedScope["OS-TRUST:trust"]?["id"]?.stringValue == SampleConoHa.trustID else {
            throw ConoHaError.unauthorized
        }
        return .trust(ConoHaAccounts.tenant)
    }

    private func project(_ reference: JSONValue) throws -> ConoHaAccounts.Project? {
        if let id = reference["id"]?.stringValue { return ConoHaAccounts.project(id: id) }
        let isDefaultDomain = try isInDomain(reference, "project")
        return isDefaultDomain ? ConoHaAccounts.project(name: reference["name"]?.stringValue ?? "") : nil
    }
}
