internal import RillHTTP
internal import RillHTTPTesting

/// An authenticated request with its parameters and selected fields.
struct GarageCall: Sendable {
    let request: RoutedRequest
    let access: GarageTokens.Access
    let parameters: GarageParameters
    let selector: GarageSelector

    /// Checks the body first, then the token, then the field selection, as Rails and Garage do.
    init(_ request: RoutedRequest, _ tokens: GarageTokens) throws(GarageErrorResponse) {
        self.request = request
        parameters = try GarageParameters(request.request)
        guard let token = Self.token(of: request.request), let access = tokens.access(token) else {
            throw .unauthorized
        }
        self.access = access
        do {
            selector = try GarageSelector(request.queryItem("fields"))
        } catch {
            throw .invalidFields
        }
    }

    /// Returns the token in the `Authorization` header field, or in the query if the header field is missing.
    private static func token(of request: LoopbackServer.Request) -> String? {
        guard let value = request.fields[.authorization] else {
            return request.queryItem("access_token") ?? request.queryItem("bearer_token")
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// The ID in the path, or `nil` if it is not a number.
    var id: Int? { Int(request.parameter("id")) }

    /// Throws an error unless the token has a scope.
    func require(scope: String) throws(GarageErrorResponse) {
        guard access.scopes.contains(scope) else { throw .missingScopes([scope]) }
    }

    /// Throws an error unless the client accepts JSON.
    func requireJSON() throws(GarageErrorResponse) {
        guard let accept = request.request.fields[.accept] else { return }
        let types = accept.split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }
        let accepted: Set<String> = ["application/json", "application/*", "*/*"]
        guard types.contains(where: { accepted.contains($0) }) else { throw .notAcceptable }
    }
}
