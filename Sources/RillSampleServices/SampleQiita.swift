public import Foundation
public import RillHTTPTesting

/// A local copy of Qiita's tags: version 2 of its API as far as `/tags` and `/tags/{id}` go, on a free loopback port.
///
///     let qiita = try SampleQiita()
///     defer { qiita.stop() }
///     // … GET \(qiita.baseURL)/tags?sort=count …
///
/// It serves more than 250 tags whose counts never change, in pages, sorted as Qiita sorts them, with Qiita's errors and
/// its rate limit. Reading needs no token; a token that it does not know is refused.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs>, read 2026-11-21.
public final class SampleQiita: Sendable {
    /// What a sample allows, and what time it is there.
    public struct Options: Sendable {
        /// The port; 0, the default, takes a free one.
        public var port: UInt16 = 0

        /// The tokens it accepts.
        public var tokens: Set<String> = ["sample-token"]

        /// How many requests it answers in an hour without a token.
        public var anonymousLimit = 60

        /// How many requests it answers in an hour for each token.
        public var tokenLimit = 1_000

        /// Tells the time, for the rate limit.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: Qiita's own limits, and the machine's clock.
        public init() {}
    }

    /// The server underneath, which knows what it was asked: `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample.
    ///
    /// - Parameter options: The limits, the tokens and the clock.
    /// - Throws: `LoopbackServer.SocketError` if there is no port for it.
    public init(options: Options = Options()) throws {
        let service = QiitaService(options: options)
        var serverOptions = LoopbackServer.Options()
        serverOptions.port = options.port
        server = try LoopbackServer(options: serverOptions) { service.answer($0) }
    }

    /// The address of the API, up to and with `/api/v2`, without a slash at its end.
    public var baseURL: String { server.baseURL + QiitaService.root }

    /// Stops the server and waits for its threads; does nothing if that is done.
    public func stop() {
        server.stop()
    }
}
