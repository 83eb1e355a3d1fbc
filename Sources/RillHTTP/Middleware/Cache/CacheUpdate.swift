internal import Rill

/// The update of a stored response, which runs at most once after the events of an exchange.
final class CacheUpdate: @unchecked Sendable {  // `action` is guarded by `lock`
    private let core: CacheCore
    private let lock = Lock()
    private var action: (@Sendable () -> Void)?

    init(_ core: CacheCore) {
        self.core = core
    }

    /// Sets the new header fields and times of a stored response.
    ///
    /// - Parameters:
    ///   - response: The updated response.
    ///   - url: The normalized URL of the request.
    ///   - changes: The number of invalidations before the request was sent.
    func set(_ response: CachedResponse, of url: String, since changes: Int) {
        lock.withLock {
            action = { [core] in core.update(response, of: url, since: changes) }
        }
    }

    /// Runs the update after the given events.
    ///
    /// A storage with a scheduler may have to write the whole body again, so the update runs on the scheduler after the
    /// events have been delivered. Otherwise, it runs before the completion is delivered, so that the next request of
    /// the subscriber uses the updated response.
    func run(after events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        let isFast = core.storage.scheduler == nil
        return events.do(
            onCompleted: { if isFast { self.take()?() } },
            onDispose: { if let action = self.take() { self.core.perform(action) } })
    }

    private func take() -> (@Sendable () -> Void)? {
        lock.withLock { action.take() }
    }
}
