import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// A server whose tokens are numbers, and a client that refreshes them.
///
/// Only the responses given by the test take time.
///
/// The token 0 is rejected; all others are valid.
struct AuthenticationStage {
    static let base = "https://qiita.com/api/v2"

    let scheduler: TestScheduler
    let transport: StubTransport
    let refresher: CredentialRefresher<Int>

    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - lifetime: The lifetime of each token.
    ///   - completesStartedRefresh: Whether a started refresh is completed when no request waits for it.
    ///   - reject: A closure that returns the response to a request with the token 0.
    ///   - renew: A closure that returns the response to a refresh, by its number, starting at 1.
    init(
        scheduler: TestScheduler = TestScheduler(), lifetime: Duration? = nil, completesStartedRefresh: Bool = false,
        reject: @escaping @Sendable (StubTransport.Request) -> StubTransport.Response = { _ in .status(.unauthorized) },
        renew: @escaping @Sendable (Int) -> StubTransport.Response = { _ in .json("1", after: .seconds(1)) }
    ) {
        let renewals = Log<Void>()
        self.scheduler = scheduler
        let transport = StubTransport(scheduler: scheduler) { request in
            if request.path.hasSuffix("/token") {
                renewals.append(())
                return renew(renewals.entries.count)
            }
            return request.headerFields[.authorization] == "Bearer 0" ? reject(request) : .json("7")
        }
        self.transport = transport
        // The plain client uses the same transport without Authentication.
        let plain = makeClient(transport)
        refresher = CredentialRefresher(
            0, lifetime: { _ in lifetime }, completesStartedRefresh: completesStartedRefresh, scheduler: scheduler,
            refresh: { plain.send(Anything<Int>(method: .post, path: "/token", body: HTTPBody("\($0)"))) })
    }

    var client: Client { makeClient(transport, middleware: [authentication]) }

    var authentication: Authentication { .bearer(refresher, for: Self.base) { "\($0)" } }

    /// The tokens in the bodies of the refresh requests, in order.
    var renewals: [String?] { transport.requests.filter { $0.path.hasSuffix("/token") }.map(\.bodyText) }

    /// The tokens of the other requests, in order.
    var tokens: [String?] {
        transport.requests.filter { !$0.path.hasSuffix("/token") }.map { $0.headerFields[.authorization] }
    }

    func request(_ number: Int = 0) -> Anything<Int> { Anything<Int>(path: "/requests/\(number)") }

    func send(_ number: Int = 0) -> Recorder<Int> { record(number).recorder }

    func record(_ number: Int = 0) -> (recorder: Recorder<Int>, subscription: Disposable) {
        client.send(request(number)).record()
    }
}

/// Returns a client that sends the credentials of a refresher as bearer tokens.
func makeClient<Credential: Sendable & CustomStringConvertible>(
    _ transport: StubTransport, bearing tokens: CredentialRefresher<Credential>
) -> Client {
    makeClient(
        transport, middleware: [Authentication.bearer(tokens, for: AuthenticationStage.base) { $0.description }])
}
