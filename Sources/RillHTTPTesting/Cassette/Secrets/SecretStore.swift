internal import RillHTTP
internal import Synchronization

/// The secrets found in the exchanges of a transport.
///
/// All cassettes of a transport share a store, because a secret of one service can also be sent to or by another.
final class SecretStore: Sendable {
    private let filter: Mutex<SecretFilter>

    init(_ filter: SecretFilter) {
        self.filter = Mutex(filter)
    }

    /// Adds the secrets of an entry, and returns a filter for this entry and later ones.
    func filter(learningFrom entry: HAR.Entry) -> SecretFilter {
        filter.withLock { filter in
            filter.learn(from: entry)
            return filter
        }
    }
}
