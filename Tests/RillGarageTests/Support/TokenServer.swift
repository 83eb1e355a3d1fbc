import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting

/// A server in virtual time that accepts one token at a time.
///
/// It issues `token-1`, `token-2` and so on, each valid for one hour.
final class TokenServer: Sendable {
    let scheduler = TestScheduler()
    let transport: StubTransport
    let oauth: GarageOAuth
    let state: State

    /// The access tokens issued by all renewals.
    let renewed = Log<String>()

    /// The token that is currently accepted.
    final class State: @unchecked Sendable {  // `validToken` and `count` are guarded by `lock`
        private let lock = Lock()
        private var validToken = ""
        private var count = 0

        /// Issues the next token and invalidates the previous one.
        func issue() -> Int {
            lock.withLock {
                count += 1
                validToken = "token-\(count)"
                return count
            }
        }

        func expire() { lock.withLock { validToken = "" } }

        func accepts(_ field: String?) -> Bool {
            lock.withLock { !validToken.isEmpty && field == "Bearer \(validToken)" }
        }
    }

    /// Creates a server that has not issued a token.
    ///
    /// - Parameters:
    ///   - refreshes: Whether tokens include a refresh token.
    ///   - issue: A closure that overrides the response to a token request. Returns `nil` for the default response.
    ///   - delay: A closure that returns the delay of the response to a request other than a token request.
    init(
        refreshes: Bool = false,
        issue: @escaping @Sendable (StubTransport.Request) -> StubTransport.Response? = { _ in nil },
        delay: @escaping @Sendable (StubTransport.Request) -> Duration = { _ in .zero }
    ) {
        let state = State()
        transport = StubTransport(scheduler: scheduler) { request in
            if request.path == "/oauth/token" {
                if let response = issue(request) { return response }
                let number = state.issue()
                let refresh = refreshes ? #","refresh_token":"refresh-\#(number)""# : ""
                return .json(
                    #"{"access_token":"token-\#(number)","token_type":"bearer","expires_in":3600\#(refresh)}"#,
                    after: .milliseconds(300))
            }
            guard state.accepts(request.headerFields[.authorization]) else {
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
            oauth, grant: grant, saved: saved, scheduler: scheduler,
            onRenewal: { [renewed] in renewed.append($0.accessToken) },
            now: now)
    }

    func client(_ credentials: GarageCredentials, middleware: [any Middleware] = []) -> GarageClient {
        GarageClient(
            endpoint: Fixtures.endpoint, credentials: credentials, transport: transport, middleware: middleware,
            scheduler: scheduler)
    }

    /// Sends a request and advances the time by ten seconds.
    func send(_ client: GarageClient) -> Recorder<Int> {
        let recorder = Recorder(client.send(GarageEndpoint<Int>("/a")).map(\.resource))
        scheduler.advance(by: .seconds(10))
        return recorder
    }

    /// The bodies of the token requests.
    var forms: [String?] { transport.requests.filter { $0.path == "/oauth/token" }.map(\.bodyText) }

    /// The tokens of the other requests.
    var tokens: [String?] {
        transport.requests.filter { $0.path != "/oauth/token" }.map { $0.headerFields[.authorization] }
    }
}
