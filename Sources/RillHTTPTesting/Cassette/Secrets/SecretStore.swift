internal import RillHTTP

/// The secrets found in the exchanges of a transport.
///
/// All cassettes of a transport share a store, because a secret of one service can also be sent to or by another.
final class SecretStore: @unchecked Sendable {  // `filter` is guarded by `lock`
    private let lock = Lock()
    private var filter: SecretFilter

    init(_ filter: SecretFilter) {
        self.filter = filter
    }

    /// Adds the secrets of an entry, and returns a filter for this entry and later ones.
    func filter(learningFrom entry: HAR.Entry) -> SecretFilter {
        lock.withLock {
            filter.learn(from: entry)
            return filter
        }
    }
}
