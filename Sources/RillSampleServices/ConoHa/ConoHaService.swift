internal import Foundation
internal import RillHTTPTesting

/// The Identity API and other services: routes requests, and adds the header fields common to all responses.
struct ConoHaService: Sendable {
    private let router: Router

    init(options: SampleConoHa.Options) {
        let endpoints = ConoHaEndpoints(options: options)
        // OpenStack services filter lists by any query item.
        var router = Router(
            Router.Rules(
                interprets: { _ in true }, fields: ["openstack-api-version", "x-openstack-nova-api-version"],
                notImplemented: ConoHaError.notImplemented))
        endpoints.addVersions(to: &router)
        endpoints.addTokens(to: &router)
        endpoints.addProjects(to: &router)
        endpoints.addUsers(to: &router)
        endpoints.addCompute(to: &router)
        endpoints.addAccount(to: &router)
        endpoints.addDNS(to: &router)
        if options.servesVersion2 { endpoints.addVersion2(to: &router) }
        self.router = router
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        var response = route(request)
        if response.status == .unauthorized {
            response = response.adding(.wwwAuthenticate, "Keystone uri=\"\(request.serverURL)/v3\"")
        }
        return response.adding(.vary, "X-Auth-Token")
            .adding(HTTPField.Name(literal: "x-openstack-request-id"), "req-\(UUID().uuidString.lowercased())")
    }

    private func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let type = request.fields[.contentType]?.lowercased() ?? ""
        if !request.body.isEmpty, !type.isEmpty, !type.hasPrefix("application/json") {
            return ConoHaError.expecting("application/json", in: "Content-Type header").response
        }
        return router.route(request) ?? ConoHaError.notFoundPage
    }
}

/// The endpoints of the services, with their state.
struct ConoHaEndpoints: Sendable {
    let options: SampleConoHa.Options
    let accounts: ConoHaAccounts
    let state: ConoHaState

    init(options: SampleConoHa.Options) {
        self.options = options
        accounts = ConoHaAccounts(options: options)
        state = ConoHaState(options: options)
    }

    static let subjectToken = HTTPField.Name(literal: "X-Subject-Token")

    /// Returns the valid token with which a request is authorized.
    func token(of request: RoutedRequest) throws -> ConoHaToken {
        let id = request.fields[HTTPField.Name(literal: "X-Auth-Token")] ?? ""
        guard let token = try? state.token(id) else { throw ConoHaError.unauthorized }
        return token
    }

    /// Throws an error unless the token of a request is scoped to the tenant in the path.
    func checkTenant(of request: RoutedRequest) throws {
        guard try token(of: request).scope.project?.id == request.parameter("tenant") else {
            throw ConoHaError.forbidden
        }
    }

    /// Returns a member of the JSON object in the body.
    func body(of request: RoutedRequest, member: String) throws -> JSONValue {
        guard !request.request.body.isEmpty else { throw ConoHaError.expecting(member, in: "request body") }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: Data(request.request.body)) else {
            throw ConoHaError.expecting("valid JSON", in: "request body")
        }
        guard let value = json[member] else { throw ConoHaError.expecting(member, in: "request body") }
        return value
    }

    /// Returns the elements between the `marker` and the `limit`, and the URL of the next page.
    ///
    /// A full page has a next page, even if it is the last one. A limit of 0 is ignored.
    func page<Element>(
        of elements: [Element], _ request: RoutedRequest, id: KeyPath<Element, String>, minimumLimit: Int = .min,
        unknownMarker: (String) -> ErrorResponse, invalidLimit: (String) -> ErrorResponse
    ) throws -> (elements: ArraySlice<Element>, next: String?) {
        var rest = elements[...]
        if let marker = request.queryItem("marker") {
            guard let index = rest.firstIndex(where: { $0[keyPath: id] == marker }) else { throw unknownMarker(marker) }
            rest = rest[(index + 1)...]
        }
        guard let text = request.queryItem("limit") else { return (rest, nil) }
        guard let limit = Int(text), limit >= minimumLimit else { throw invalidLimit(text) }
        let shown = limit > 0 ? rest.prefix(limit) : rest
        guard shown.count == limit, let last = shown.last else { return (shown, nil) }
        let marker = PercentEncoding.encode(last[keyPath: id])
        return (shown, "\(request.serverURL)\(request.request.path)?limit=\(limit)&marker=\(marker)")
    }

    func catalog(for token: ConoHaToken, _ request: RoutedRequest) -> ConoHaCatalog {
        ConoHaCatalog(server: request.serverURL, projectID: token.scope.project?.id)
    }
}
