import ConoHa
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting

/// A cloud in virtual time: it issues the tokens `token-1`, `token-2` and so on, and says which of them is good.
struct StubCloud {
    static let password: Secret = "pass-w0rd-1"

    let scheduler = TestScheduler()
    let transport: StubTransport
    private let state = State()

    /// What changes.
    private final class State: @unchecked Sendable {  // guarded by `lock`
        let lock = Lock()
        var issued = 0
        var good: Set<String> = []
        var logIn: StubTransport.Answer?
        var revocation: StubTransport.Answer?
    }

    /// - Parameters:
    ///   - lifetime: For how many seconds a token is good.
    ///   - delay: How long it takes to issue one.
    init(lifetime: Int = 3_600, delay: Duration = .seconds(2)) {
        transport = StubTransport(scheduler: scheduler) { [state] request in
            if request.path.hasSuffix("/tokens"), request.method == .post {
                return state.lock.withLock {
                    if let answer = state.logIn { return answer }
                    state.issued += 1
                    let token = "token-\(state.issued)"
                    state.good.insert(token)
                    return Self.issue(token, lifetime, isLong: request.path.hasPrefix("/v3"), delay)
                }
            }
            let token = request.headerFields[.authToken] ?? ""
            guard state.lock.withLock({ state.good.contains(token) }) else {
                return .json(
                    #"{"error":{"code":401,"title":"Unauthorized","message":"no: \#(token)"}}"#, status: .unauthorized)
            }
            if request.method == .delete {
                if let answer = state.lock.withLock({ state.revocation }) { return answer }
                _ = state.lock.withLock { state.good.remove(token) }
                return .status(.noContent)
            }
            return .json(#"{"projects":[],"servers":["\#(token)"]}"#)
        }
    }

    private static func issue(
        _ token: String, _ lifetime: Int, isLong: Bool, _ delay: Duration
    ) -> StubTransport.Answer {
        // By the service's own clock, which is years behind.
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

    /// A session with version 3, or with another log-in.
    func session(
        _ login: ConoHaLogin? = nil, margin: Duration = .seconds(300), middleware: [any Middleware] = []
    ) -> ConoHaSession {
        let identity = Identity.password(user: .name("gncu00000001"), password: Self.password)
        return ConoHaSession(
            login ?? .v3(identity, scope: .project(.id("p"))), baseURL: "https://identity.c3j1.conoha.io",
            margin: margin, transport: transport, middleware: middleware, scheduler: scheduler)
    }

    /// Lets no token that has been issued be good any more.
    func revokeAll() {
        state.lock.withLock { state.good = [] }
    }

    /// Answers log-ins so; nil to issue tokens.
    func answerLogIns(_ answer: StubTransport.Answer?) {
        state.lock.withLock { state.logIn = answer }
    }

    /// Answers revocations so.
    func answerRevocations(_ answer: StubTransport.Answer) {
        state.lock.withLock { state.revocation = answer }
    }

    /// What was asked of the service, and with which token.
    var log: [String] {
        transport.requests.map { "\($0.method) \($0.path) \($0.headerFields[.authToken] ?? "-")" }
    }
}
