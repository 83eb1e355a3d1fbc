/// Finds out who logs in by version 3, and for what.
struct ConoHaLogin: Sendable {
    let context: ConoHaContext
    let user: ConoHaAccounts.User
    let method: String
    let parent: ConoHaToken?
    let scope: ConoHaToken.Scope

    init(_ auth: ConoHaJSON, context: ConoHaContext) throws(ConoHaRefusal) {
        self.context = context
        guard let identity = auth["identity"], let methods = identity["methods"]?.list else {
            throw .missing(auth["identity"] == nil ? "identity" : "methods", in: auth)
        }
        guard let method = methods.first?.text else { throw .unauthorized }
        guard ["password", "token", "application_credential"].contains(method) else { throw .unsupportedMethod }
        guard let proof = identity[method] else { throw .expecting(method, in: "identity") }
        self.method = method
        var parent: ConoHaToken?
        switch method {
        case "password":
            let named = proof["user"] ?? [:]
            let user = try Self.user(named, context)
            guard let user, named["password"]?.text == user.password else { throw .unauthorized }
            self.user = user
        case "token":
            switch context.state.standing(of: proof["id"]?.text ?? "") {
            case .good(let token): parent = token
            case .ended: throw .endedSubject
            case .unknown: throw .unknownSubject
            }
            guard let owner = parent?.user else { throw .unauthorized }
            user = owner
        default:
            user = try Self.owner(of: proof, context)
        }
        self.parent = parent
        scope = try Self.scope(auth["scope"], method, user, context)
    }

    // MARK: Who

    private static func user(
        _ named: ConoHaJSON, _ context: ConoHaContext
    ) throws(ConoHaRefusal) -> ConoHaAccounts.User? {
        guard let name = named["name"]?.text else {
            guard let id = named["id"]?.text else { throw .missing("id", in: named) }
            return context.accounts.user(id: id)
        }
        return try isInDomain(named, "user", context) ? context.accounts.user(name: name) : nil
    }

    /// Whether what is called by a name belongs to the one domain that there is.
    private static func isInDomain(
        _ named: ConoHaJSON, _ place: String, _ context: ConoHaContext
    ) throws(ConoHaRefusal) -> Bool {
        guard let domain = named["domain"] else {
            if context.options.requiresDomain { throw .expecting("domain", in: place) }
            return true
        }
        return domain["id"]?.text == "default" || domain["name"]?.text == "Default"
    }

    private static func owner(
        of proof: ConoHaJSON, _ context: ConoHaContext
    ) throws(ConoHaRefusal) -> ConoHaAccounts.User {
        let id = proof["id"]?.text
        if let id, id != ConoHaAccounts.applicationCredentialID { throw .unknown("Application Credential", id) }
        if id == nil {
            let user = try user(proof["user"] ?? [:], context)
            let name = proof["name"]?.text ?? ""
            guard name == ConoHaAccounts.applicationCredentialName, user?.id == ConoHaAccounts.customerID else {
                throw .unknown("Application Credential", name)
            }
        }
        guard proof["secret"]?.text == ConoHaAccounts.applicationCredentialSecret,
            let user = context.accounts.user(id: ConoHaAccounts.customerID)
        else { throw .unauthorized }
        return user
    }

    // MARK: For what

    private static func scope(
        _ asked: ConoHaJSON?, _ method: String, _ user: ConoHaAccounts.User, _ context: ConoHaContext
    ) throws(ConoHaRefusal) -> ConoHaToken.Scope {
        if method == "application_credential" {
            guard let project = ConoHaAccounts.project(id: ConoHaAccounts.tenantID) else { throw .unauthorized }
            return .applicationCredential(project)
        }
        guard let asked, asked.text != "unscoped" else { return .none }
        if let named = asked["project"] {
            guard let project = try project(named, context), user.projects.contains(project.id) else {
                throw .unauthorized
            }
            return .project(project)
        }
        if let domain = asked["domain"], user.isAdmin, try isInDomain(["domain": domain], "scope", context) {
            return .domain
        }
        if asked["system"] != nil, user.isAdmin { return .system }
        if asked["OS-TRUST:trust"]?["id"]?.text == ConoHaAccounts.trustID,
            let project = ConoHaAccounts.project(id: ConoHaAccounts.tenantID)
        {
            return .trust(project)
        }
        throw .unauthorized
    }

    private static func project(
        _ named: ConoHaJSON, _ context: ConoHaContext
    ) throws(ConoHaRefusal) -> ConoHaAccounts.Project? {
        if let id = named["id"]?.text { return ConoHaAccounts.project(id: id) }
        let isThere = try isInDomain(named, "project", context)
        return isThere ? ConoHaAccounts.project(name: named["name"]?.text ?? "") : nil
    }
}
