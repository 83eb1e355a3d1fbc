internal import Rill

extension CredentialRefresher {
    /// The times at which credentials should be refreshed and at which they expire.
    struct Validity: Sendable {
        let refreshTime: Duration
        let end: Duration

        init(begin: Duration, length: Duration, margin: Duration) {
            // Limit the margin to half of the lifetime: otherwise short-lived credentials would be refreshed for each
            // request. Limit the lifetime to 100 years, because longer durations could overflow.
            let length = min(max(length, .zero), .seconds(3_155_760_000 as Int64))
            end = begin + length
            refreshTime = end - min(margin, length / 2)
        }
    }

    /// The credentials of one generation.
    struct Generation: Sendable {
        let credential: Credential?
        let number: Int
        let validity: Validity?

        /// The number of failed refreshes of this generation when it was read.
        var failures = 0
    }

    /// The credentials and the result of their last refresh.
    struct State {
        var current: Generation

        /// The error with which the last refresh of the current credentials failed.
        var failure: (any Error)?

        /// The shared refresh of the current credentials, or `nil` if none has been requested since the last failure.
        var renewal: Observable<Generation>?

        /// Starts a new generation.
        mutating func advance(to credential: Credential, _ validity: Validity?) {
            self = State(current: Generation(credential: credential, number: current.number + 1, validity: validity))
        }

        mutating func forget() {
            current = Generation(credential: nil, number: current.number, validity: nil, failures: current.failures)
        }

        mutating func fail(by error: any Error) {
            current.failures += 1
            failure = error
            renewal = nil
        }

        /// Returns whether the state is unchanged since a generation was read: no refresh and no failure.
        func isUnchanged(since seen: Generation) -> Bool {
            current.number == seen.number && current.failures == seen.failures
        }

        /// Returns the result of the refresh of a generation, or `nil` if there is none yet.
        func outcome(of seen: Generation) -> Observable<Generation>? {
            if isUnchanged(since: seen) { return nil }
            if current.number == seen.number, let failure { return .error(failure) }
            // The newer credentials can have been forgotten.
            return current.credential == nil ? nil : .just(current)
        }
    }
}
