import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting

/// A server whose tokens are numbers, and clients that renew them; nothing but what the test says takes time.
///
/// The token 0 is refused, all others are good.
struct AuthenticationStage {
    static let base = "https://qiita.com/api/v2"

    let scheduler: TestScheduler
    let transport: StubTransport
    let refresher: CredentialRefresher<Int>

    /// - Parameters:
    ///   - scheduler: The clock.
    ///   - lifetime: For how long each token says that it is good.
    ///   - finishesOnceBegun: Whether a renewal goes on when nobody waits for it.
    ///   - refuse: Answers a request with the token 0.
    ///   - renew: Answers a renewal, by its number, from one.
    init(
        scheduler: TestScheduler = TestScheduler(), lifetime: Duration? = nil, finishesOnceBegun: Bool = false,
        refuse: @escaping @Sendable (StubTransport.Request) -> StubTransport.Answer = { _ in .status(.unauthorized) },
        renew: @escaping @Sendable (Int) -> StubTransport.Answer = { _ in .json("1", after: .seconds(1)) }
    ) {
        let renewals = Log<Void>()
        self.scheduler = scheduler
        let transport = StubTransport(scheduler: scheduler) { request in
            if request.path.hasSuffix("/token") {
                renewals.append(())
                return renew(renewals.entries.count)
            }
            return request.headerFields[.authorization] == "Bearer 0" ? refuse(request) : .json("7")
        }
        self.transport = transport
        // The same transport, and no Authentication.
        let plain = makeClient(transport)
        refresher = CredentialRefresher(
            0, lifetime: { _ in lifetime }, finishesOnceBegun: finishesOnceBegun, scheduler: scheduler,
            refresh: { plain.send(Anything<Int>(method: .post, path: "/token", body: HTTPBody("\($0)"))) })
    }

    var client: Client { makeClient(transport, middleware: [authentication]) }

    var authentication: Authentication { .bearer(refresher, for: Self.base) { "\($0)" } }

    /// The renewals that were sent, by the token that they were to renew.
    var renewals: [String?] { transport.requests.filter { $0.path.hasSuffix("/token") }.map(\.bodyText) }

    /// The tokens of the other requests, in the order in which these were sent.
    var tokens: [String?] {
        transport.requests.filter { !$0.path.hasSuffix("/token") }.map { $0.headerFields[.authorization] }
    }

    func request(_ number: Int = 0) -> Anything<Int> { Anything<Int>(path: "/requests/\(number)") }

    func send(_ number: Int = 0) -> Recording<Int> { Recording(client.send(request(number))) }
}
