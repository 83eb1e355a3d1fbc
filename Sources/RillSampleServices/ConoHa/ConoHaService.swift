internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The Identity API and other services: routes requests, and adds the header fields common to all responses.
struct ConoHaService: Sendable {
    private let router: Router

    init(options: SampleConoHa.Options) {
        let context = ConoHaContext(options: options)
        // OpenStack services filter lists by any query item.
        var router = Router(
            Router.Rules(
                interprets: { _ in true }, fields: ["openstack-api-version", "x-openstack-nova-api-version"]
            ) { ConoHaErrorResponse.notImplemented($0).response(host: "") })
        ConoHaVersionEndpoints(context: context).add(to: &router)
        ConoHaTokenEndpoints(context: context).add(to: &router)
        ConoHaProjectEndpoints(context: context).add(to: &router)
        ConoHaUserEndpoints(context: context).add(to: &router)
        ConoHaComputeEndpoints(context: context).add(to: &router)
        ConoHaAccountEndpoints(context: context).add(to: &router)
        ConoHaDNSEndpoints(context: context).add(to: &router)
        if options.servesVersion2 { ConoHaAccessEndpoints(context: context).add(to: &router) }
        self.router = router
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let response = route(request)
        return response.adding(HTTPField.Name(literal: "Vary"), "X-Auth-Token")
            .adding(HTTPField.Name(literal: "x-openstack-request-id"), "req-\(UUID().uuidString.lowercased())")
    }

    private func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let type = request.fields[.contentType]?.lowercased() ?? ""
        if !request.body.isEmpty, !type.isEmpty, !type.hasPrefix("application/json") {
            return ConoHaErrorResponse.expecting("application/json", in: "Content-Type header")
                .response(host: ConoHaContext.host(of: request))
        }
        return router.route(request) ?? ConoHaErrorResponse.notFoundPage
    }
}

/// The shared state and helpers of the endpoints.
struct ConoHaContext: Sendable {
    let options: SampleConoHa.Options
    let accounts: ConoHaAccounts
    let state: ConoHaState

    init(options: SampleConoHa.Options) {
        self.options = options
        accounts = ConoHaAccounts(options: options)
        state = ConoHaState(options: options)
    }

    static func host(of request: LoopbackServer.Request) -> String { request.fields[.host] ?? "127.0.0.1" }

    static let authToken = HTTPField.Name(literal: "X-Auth-Token")
    static let subjectToken = HTTPField.Name(literal: "X-Subject-Token")

    /// Wraps a handler that can throw an error response.
    func handler(
        _ body: @escaping @Sendable (RoutedRequest) throws(ConoHaErrorResponse) -> LoopbackServer.Response
    ) -> Router.Handler {
        { request in
            do throws(ConoHaErrorResponse) {
                return try body(request)
            } catch {
                return error.response(host: Self.host(of: request.request))
            }
        }
    }

    /// Wraps a handler that requires a valid token.
    func authorized(
        _ body: @escaping @Sendable (RoutedRequest, ConoHaToken) throws(ConoHaErrorResponse) -> LoopbackServer.Response
    ) -> Router.Handler {
        handler { request throws(ConoHaErrorResponse) in
            guard case .valid(let token) = state.status(of: request.request.fields[Self.authToken] ?? "") else {
                throw .unauthorized
            }
            return try body(request, token)
        }
    }

    /// Returns the `auth` member of the body.
    func auth(in request: RoutedRequest) throws(ConoHaErrorResponse) -> JSONValue {
        try body(of: request, member: "auth")
    }

    /// Returns a member of the JSON object in the body.
    func body(of request: RoutedRequest, member: String) throws(ConoHaErrorResponse) -> JSONValue {
        guard !request.request.body.isEmpty else { throw .expecting(member, in: "request body") }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: Data(request.request.body)) else {
            throw .expecting("valid JSON", in: "request body")
        }
        guard let value = json[member] else { throw .expecting(member, in: "request body") }
        return value
    }

    /// Throws an error unless the token is scoped to the tenant in the path.
    func checkTenant(of request: RoutedRequest, _ token: ConoHaToken) throws(ConoHaErrorResponse) {
        guard token.scope.project?.id == request.parameter("tenant") else { throw .forbidden }
    }

    /// Returns the host of a request.
    func host(_ request: RoutedRequest) -> String { Self.host(of: request.request) }

    func catalog(for token: ConoHaToken, _ request: RoutedRequest) -> ConoHaCatalog {
        ConoHaCatalog(host: host(request), projectID: token.scope.project?.id)
    }
}
