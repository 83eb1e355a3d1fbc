import Foundation
import Garage
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import ServiceTestSupport

/// A server in virtual time that takes one token at a time, and gives out `token-1`, `token-2`, … for an hour each.
final class TokenStage: Sendable {
    let scheduler = TestScheduler()
    let transport: StubTransport
    let oauth: GarageOAuth
    let state: State

    /// What the server takes, and what it was asked for.
    final class State: @unchecked Sendable {  // `good`, `count` and `kept` are guarded by `lock`
        private let lock = Lock()
        private var good = ""
        private var count = 0
        private var kept: [GarageToken] = []

        /// Gives out the next token, and takes no other.
        func issue() -> Int {
            lock.withLock {
                count += 1
                good = "token-\(count)"
                return count
            }
        }

        func expire() { lock.withLock { good = "" } }

        func takes(_ field: String?) -> Bool { lock.withLock { !good.isEmpty && field == "Bearer \(good)" } }

        func note(_ token: GarageToken) { lock.withLock { kept.append(token) } }

        var renewed: [String] { lock.withLock { kept.map(\.accessToken) } }
    }

    /// Makes a server that has given out no token.
    ///
    /// - Parameters:
    ///   - refreshes: Whether tokens come with a refresh token.
    ///   - issue: Answers a request for a token in another way; nil for the usual one.
    ///   - delay: When a request is answered that is none for a token.
    init(
        refreshes: Bool = false,
        issue: @escaping @Sendable (StubTransport.Request) -> StubTransport.Answer? = { _ in nil },
        delay: @escaping @Sendable (StubTransport.Request) -> Duration = { _ in .zero }
    ) {
        let state = State()
        transport = StubTransport(scheduler: scheduler) { request in
            if request.path == "/oauth/token" {
                if let answer = issue(request) { return answer }
                let number = state.issue()
                let refresh = refreshes ? #","refresh_token":"refresh-\#(number)""# : ""
                return .json(
                    #"{"access_token":"token-\#(number)","token_type":"bearer","expires_in":3600\#(refresh)}"#,
                    after: .milliseconds(300))
            }
            guard state.takes(request.headerFields[.authorization]) else {
                return .json(
                    #"{"status_code":401,"error":"Unauthorized (invalid token)"}"#, status: 401, after: delay(request))
            }
            return .json("7", after: delay(request))
        }
        self.state = state
        oauth = GarageOAuth(
            endpoint: Fixtures.endpoint, clientID: "uid", clientSecret: "s3cret", transport: transport,
            scheduler: scheduler)
    }

    func credentials(
        grant: GarageGrant = .password(username: "bob", password: "pass"), saved: GarageToken? = nil,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
    ) -> GarageCredentials {
        GarageCredentials(
            oauth, grant: grant, saved: saved, scheduler: scheduler, onRenewal: { [state] in state.note($0) }, now: now)
    }

    func client(_ credentials: GarageCredentials, middleware: [any Middleware] = []) -> GarageClient {
        GarageClient(
            endpoint: Fixtures.endpoint, credentials: credentials, transport: transport, middleware: middleware,
            scheduler: scheduler)
    }

    /// Sends a request, and lets ten seconds pass.
    func ask(_ client: GarageClient) -> Events<Int> {
        let events = Events.now(client.send(GarageEndpoint<Int>("/a")).map(\.resource))
        scheduler.advance(by: .seconds(10))
        return events
    }

    /// The forms of the requests for tokens.
    var forms: [String?] { transport.requests.filter { $0.path == "/oauth/token" }.map(\.bodyText) }

    /// The tokens of the other requests.
    var tokens: [String?] {
        transport.requests.filter { $0.path != "/oauth/token" }.map { $0.headerFields[.authorization] }
    }
}
