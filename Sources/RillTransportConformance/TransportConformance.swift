/// A suite of more than 200 test cases for implementations of ``/RillHTTP/Transport``.
///
/// Each case starts a ``/RillHTTPTesting/LoopbackServer`` on 127.0.0.1, creates a transport with the required options, runs exchanges,
/// and checks the data received by the client and the server. A failing case throws an error, so the suite works with
/// every test framework:
///
///     @Test(arguments: TransportConformance.cases)
///     func conforms(_ testCase: TransportConformance.Case) async throws {
///         try await testCase.run { CurlTransport(options: $0.options) }
///     }
///
/// To exclude cases that a transport cannot support, use `cases(except:)` with a reason for each case.
public enum TransportConformance {
    /// The subject of a case.
    public enum Group: String, Sendable, CaseIterable {
        /// Response heads and request heads.
        case heads

        /// Response bodies.
        case bodies

        /// Request bodies.
        case uploads

        /// The classification of failures.
        case errors

        /// Disposal during all phases of an exchange.
        case cancellation

        /// Timeouts, measured with the scheduler of the options.
        case timeouts

        /// Back-pressure from paused subscribers.
        case backPressure

        /// Redirect responses, which a transport must not follow.
        case redirects

        /// Concurrent exchanges.
        case concurrency

        /// Connection reuse.
        case reuse

        /// The release of transports.
        case shutdown

        /// Connections to a server other than the one in the URL, and connection options.
        case routing

        /// HTTP and SOCKS5 proxies.
        case proxy

        /// TLS connections.
        case tls

        /// HTTP/2.
        case http2

        /// Limits on the data that a server can send.
        case limits

        /// Requests for another protocol, such as WebSocket.
        case upgrades
    }

    /// All cases.
    public static let cases: [Case] =
        responseHeadCases + statusCases + requestHeadCases + bodyCases + codingCases + uploadCases + uploadEndCases
        + errorCases + framingErrorCases + cancellationCases + cancellationEffectCases + timeoutCases
        + backPressureCases + redirectCases + concurrencyCases + slowSubscriberCases + reuseCases + staleConnectionCases
        + repeatCases + excessByteCases + shutdownCases + routingCases + proxyCases + tlsCases + http2Cases + limitCases
        + upgradeCases

    /// Returns all cases except the given ones.
    ///
    /// - Parameter exceptions: The names of the excluded cases, for example `heads/keepsTheReasonPhrase`, each with the
    ///   reason. An unknown name or an empty reason produces a case that fails with a message.
    /// - Returns: The remaining cases.
    public static func cases(except exceptions: [String: String]) -> [Case] {
        let names = Set(cases.map(\.description))
        let invalid = exceptions.sorted { $0.key < $1.key }.compactMap { name, reason -> Case? in
            if !names.contains(name) {
                return .invalidArgument(name, "cannot exclude \"\(name)\": there is no conformance case with this name")
            }
            return reason.isEmpty ? .invalidArgument(name, "cannot exclude \"\(name)\": the reason is empty") : nil
        }
        return invalid + cases.filter { exceptions[$0.description] == nil }
    }
}
