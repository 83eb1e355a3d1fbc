/// What every transport has to do: some two hundred cases that any ``RillHTTP/Transport`` can be run through.
///
/// Each case starts a ``LoopbackServer`` on 127.0.0.1, asks for a transport made as it needs it, runs exchanges, and looks
/// at what arrived on both sides. It throws what was wrong, so that it fits every test framework:
///
///     @Test(arguments: TransportConformance.cases)
///     func conforms(_ testCase: TransportConformance.Case) async throws {
///         try await testCase.run { CurlTransport(options: $0.options) }
///     }
///
/// What a transport cannot do is left out by name, each with the reason: `cases(except:)`.
public enum TransportConformance {
    /// What the cases are about.
    public enum Group: String, Sendable, CaseIterable {
        /// The head of the answer, and that of the request.
        case heads

        /// The body of the answer.
        case bodies

        /// The body of the request.
        case uploads

        /// Failures, told apart.
        case errors

        /// Disposal at every moment.
        case cancellation

        /// The limits of time, counted by the scheduler of the options.
        case timeouts

        /// Readers that do not read.
        case backPressure

        /// Answers that lead elsewhere, which a transport does not follow.
        case redirects

        /// Many exchanges at once.
        case concurrency

        /// Connections that serve more than one exchange, and those that no longer do.
        case reuse

        /// Transports that are let go.
        case shutdown

        /// Encrypted connections.
        case tls

        /// HTTP/2.
        case http2

        /// Limits on what a server can send.
        case limits
    }

    /// All cases, group by group.
    public static let cases: [Case] =
        answerHeadCases + statusCases + requestHeadCases + bodyCases + codingCases + uploadCases + uploadEndCases
        + errorCases + framingErrorCases + cancellationCases + cancellationEffectCases + timeoutCases
        + backPressureCases + redirectCases + concurrencyCases + reuseCases + staleConnectionCases
        + repeatCases + excessByteCases + shutdownCases + tlsCases + http2Cases + limitCases

    /// The cases without some of them.
    ///
    /// - Parameter exceptions: The names of the cases to leave out, `heads/keepsTheReasonPhrase` for example, each with the
    ///   reason. A name that no case has, or a reason that is empty, is made a case that fails and says so.
    /// - Returns: The other cases.
    public static func cases(except exceptions: [String: String]) -> [Case] {
        let names = Set(cases.map(\.description))
        let mistakes = exceptions.sorted { $0.key < $1.key }.compactMap { name, reason -> Case? in
            if !names.contains(name) { return .mistake(name, "there is no case \"\(name)\" to leave out") }
            return reason.isEmpty ? .mistake(name, "the case \"\(name)\" is left out without a reason") : nil
        }
        return mistakes + cases.filter { exceptions[$0.description] == nil }
    }
}
