import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillTesting

/// A service in virtual time that issues the tokens `token-1`, `token-2` and so on, and keeps track of the valid ones.
struct StubCloud {
    static let password: Secret = "pass-w0rd-1"

    let scheduler = TestScheduler()
    let transport: StubTransport
    private let state = State()

    /// The mutable state.
    private final class State: @unchecked Sendable {  // guarded by `lock`
        let lock = Lock()
        var issued = 0
        var valid: Set<String> = []
        var login: StubTransport.Response?
        var revocation: StubTransport.Response?
    }

    /// - Parameters:
    ///   - lifetime: The lifetime of a token in seconds.
    ///   - delay: The time that it takes to issue a token.
    init(lifetime: Int = 3_600, delay: Duration = .seconds(2)) {
        transport = StubTransport(scheduler: scheduler) { [state] request in
            if request.path.hasSuffix("/tokens"), request.method == .post {
                return state.lock.withLock {
                    if let response = state.login { return response }
                    state.issued += 1
                    let token = "token-\(state.issued)"
                    state.valid.insert(token)
                    return Self.issue(token, lifetime, isLong: request.path.hasPrefix("/v3"), delay)
                }
            }
            let token = request.headerFields[.authToken] ?? ""
            guard state.lock.withLock({ state.valid.contains(token) }) else {
                return .json(
                    #"{"error":{"code":401,"title":"Unauthorized","message":"no: \#(token)"}}"#, status: .unauthorized)
            }
            if request.method == .delete {
                if let response = state.lock.withLock({ state.revocation }) { return response }
                _ = state.lock.withLock { state.valid.remove(token) }
                return .status(.noContent)
            }
            return .json(#"{"projects":[],"servers":["\#(token)"]}"#)
        }
    }

    private static func issue(
        _ token: String, _ lifetime: Int, isLong: Bool, _ delay: Duration
    ) -> StubTransport.Response {
        // The service's clock is several years behind.
        let dates = ("2016-03-01T00:00:00", Date(timeIntervalSince1970: TimeInterval(1_456_790_400 + lifetime)))
        let end = dates.1.formatted(.iso8601)
        guard isLong else {
            return .json(
                Fixtures.access.replacing("2016-03-01T04:05:06.500000", with: dates.0)
                    .replacing("2016-03-02T04:05:06Z", with: end)
                    .replacing("0123456789abcdef0123456789abcdef", with: token), after: delay)
        }
        let json = Fixtures.token.replacing("2026-11-21T01:53:40.000000Z", with: dates.0 + "Z")
            .replacing("2026-11-22T01:53:40.000000Z", with: end)
        return .json(json, status: .created, fields: Fixtures.subject(token), after: delay)
    }

    /// Returns a session with a version 3 login, or with another login.
    func session(
        _ login: ConoHaLogin? = nil, margin: Duration = .seconds(300), middleware: [any Middleware] = []
    ) -> ConoHaSession {
        let identity = Identity.password(user: .name("gncu00000001"), password: Self.password)
        return ConoHaSession(
            login ?? .v3(identity, scope: .project(.id("p"))), baseURL: "https://identity.c3j1.conoha.io",
            margin: margin, transport: transport, middleware: middleware, scheduler: scheduler)
    }

    /// Invalidates all issued tokens.
    func revokeAll() {
        state.lock.withLock { state.valid = [] }
    }

    /// Sets the response to token requests.
    ///
    /// `nil` issues tokens.
    func setLoginResponse(_ response: StubTransport.Response?) {
        state.lock.withLock { state.login = response }
    }

    /// Sets the response to revocations.
    func setRevocationResponse(_ response: StubTransport.Response) {
        state.lock.withLock { state.revocation = response }
    }

    /// The received requests with their tokens.
    var log: [String] {
        transport.requests.map { "\($0.method) \($0.path) \($0.headerFields[.authToken] ?? "-")" }
    }
}
