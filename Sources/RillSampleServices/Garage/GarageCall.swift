internal import RillHTTPTesting

/// An authenticated request with its parameters and selected fields.
struct GarageCall: Sendable {
    /// The query items that can contain the token, in order of precedence.
    static let tokenItems = ["access_token", "bearer_token"]

    let request: RoutedRequest
    let access: AccessTokens<Int>.Access
    let parameters: GarageParameters
    let selector: GarageSelector

    /// Checks the body first, then the token, then the field selection, as Rails and Garage do.
    init(_ request: RoutedRequest, _ tokens: AccessTokens<Int>) throws {
        self.request = request
        parameters = try GarageParameters(request.request)
        // The query contains the token only if there is no header field.
        let token =
            request.fields.contains(.authorization)
            ? request.request.credentials("bearer")
            : Self.tokenItems.lazy.compactMap { request.queryItem($0) }.first
        guard let access = token.flatMap(tokens.access) else { throw GarageError.unauthorized }
        self.access = access
        selector = try GarageSelector(request.queryItem("fields"))
    }

    /// The ID in the path, or `nil` if it is not a number.
    var id: Int? { Int(request.parameter("id")) }

    /// Throws an error unless the token has a scope.
    func require(scope: String) throws {
        guard access.scopes.contains(scope) else { throw GarageError.missingScope(scope) }
    }

    /// Throws an error unless the token has a scope and the client accepts JSON.
    func requireJSON(scope: String) throws {
        try require(scope: scope)
        guard let accept = request.request.fields[.accept] else { return }
        let types = accept.split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }
        let accepted: Set<String> = ["application/json", "application/*", "*/*"]
        guard types.contains(where: { accepted.contains($0) }) else { throw GarageError.notAcceptable }
    }
}
