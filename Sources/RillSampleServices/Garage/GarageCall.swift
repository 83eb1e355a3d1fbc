internal import RillHTTP
internal import RillHTTPTesting

/// A request that is known to come from somebody, with what it asks for.
struct GarageCall: Sendable {
    let request: RoutedRequest
    let access: GarageTokens.Access
    let parameters: GarageParameters
    let selector: GarageSelector

    /// Judges the body first, then the token, then the selection of fields, as Rails and Garage do.
    init(_ request: RoutedRequest, _ tokens: GarageTokens) throws(GarageRefusal) {
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

    /// The token in the field, or else in the query, where it should not be.
    private static func token(of request: LoopbackServer.Request) -> String? {
        guard let value = request.fields[.authorization] else {
            return request.queryItem("access_token") ?? request.queryItem("bearer_token")
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// The number in the path; nil if it is none, as no record has such an id.
    var id: Int? { Int(request.parameter("id")) }

    /// Makes sure that the token allows an operation.
    func require(scope: String) throws(GarageRefusal) {
        guard access.scopes.contains(scope) else { throw .missingScopes([scope]) }
    }

    /// Makes sure that JSON is what the client takes.
    func requireJSON() throws(GarageRefusal) {
        guard let accept = request.request.fields[.accept] else { return }
        let types = accept.split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }
        let good: Set<String> = ["application/json", "application/*", "*/*"]
        guard types.contains(where: { good.contains($0) }) else { throw .notAcceptable }
    }
}
