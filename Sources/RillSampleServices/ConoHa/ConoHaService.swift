internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// What ConoHa's identity service answers: finds who is responsible, and says what all answers say.
struct ConoHaService: Sendable {
    private let router: Router

    init(options: SampleConoHa.Options) {
        let context = ConoHaContext(options: options)
        var router = Router()
        ConoHaVersionEndpoints(context: context).add(to: &router)
        ConoHaTokenEndpoints(context: context).add(to: &router)
        ConoHaProjectEndpoints(context: context).add(to: &router)
        ConoHaUserEndpoints(context: context).add(to: &router)
        if options.servesVersion2 { ConoHaAccessEndpoints(context: context).add(to: &router) }
        self.router = router
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let response = route(request)
        return response.adding(HTTPField.Name(literal: "Vary"), "X-Auth-Token")
            .adding(HTTPField.Name(literal: "x-openstack-request-id"), "req-\(UUID().uuidString.lowercased())")
    }

    private func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let type = request.fields[.contentType]?.lowercased() ?? ""
        if !request.body.isEmpty, !type.isEmpty, !type.hasPrefix("application/json") {
            return ConoHaRefusal.expecting("application/json", in: "Content-Type header")
                .response(host: ConoHaContext.host(of: request))
        }
        return router.route(request) ?? ConoHaRefusal.page
    }
}

/// What the parts of the sample of ConoHa have in common.
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

    /// Makes a handler of one that may refuse.
    func handler(
        _ answer: @escaping @Sendable (RoutedRequest) throws(ConoHaRefusal) -> LoopbackServer.Response
    ) -> Router.Handler {
        { request in
            do throws(ConoHaRefusal) {
                return try answer(request)
            } catch {
                return error.response(host: Self.host(of: request.request))
            }
        }
    }

    /// Makes a handler of one that wants a good token.
    func authorized(
        _ answer: @escaping @Sendable (RoutedRequest, ConoHaToken) throws(ConoHaRefusal) -> LoopbackServer.Response
    ) -> Router.Handler {
        handler { request throws(ConoHaRefusal) in
            guard case .good(let token) = state.standing(of: request.request.fields[Self.authToken] ?? "") else {
                throw .unauthorized
            }
            return try answer(request, token)
        }
    }

    /// What stands below `auth` in the body.
    func auth(in request: RoutedRequest) throws(ConoHaRefusal) -> ConoHaJSON {
        try body(of: request, member: "auth")
    }

    /// A member of the body's object.
    func body(of request: RoutedRequest, member: String) throws(ConoHaRefusal) -> ConoHaJSON {
        guard !request.request.body.isEmpty else { throw .expecting(member, in: "request body") }
        guard let json = try? JSONDecoder().decode(ConoHaJSON.self, from: Data(request.request.body)) else {
            throw .expecting("valid JSON", in: "request body")
        }
        guard let value = json[member] else { throw .expecting(member, in: "request body") }
        return value
    }

    /// The host that the request was sent to.
    func host(_ request: RoutedRequest) -> String { Self.host(of: request.request) }

    func catalog(for token: ConoHaToken, _ request: RoutedRequest) -> ConoHaCatalog {
        ConoHaCatalog(host: host(request), projectID: token.scope.project?.id)
    }
}
