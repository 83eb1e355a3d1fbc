internal import Rill
internal import RillHTTP

/// The lease of one subscription, which is renewed until it is lost.
final class HeldLease: @unchecked Sendable {
    // Rule 1.3 guards `end`, `due`, and `lastError`: renewals are serial, and follow the acquisition. `isLost` is guarded
    // by `lock`.

    private let client: BlobClient
    private let resource: LeaseResource
    private let duration: Duration
    private let id = LeaseID()

    /// The time when the lease expires.
    private var end = Duration.zero

    /// The time of the next renewal.
    private var due = Duration.zero

    /// The error of the last renewal, if it failed.
    private var lastError: (any Error)?
    private let lock = Lock()
    private var isLost = false

    init(_ client: BlobClient, on resource: LeaseResource, for duration: Duration) {
        self.client = client
        self.resource = resource
        self.duration = duration
    }

    private var scheduler: any Scheduler { client.connection.client.scheduler }

    /// Acquires the lease, emits its ID, and renews it.
    var ids: Observable<LeaseID> {
        .deferred { [self] in
            let sent = scheduler.now
            return client.acquireLease(on: resource, for: .limited(to: duration), id: id)
                .do(onNext: { [self] _ in extend(from: sent) }, onError: { [self] in loseIfRejected($0) })
                .concat(.deferred { [self] in renewals })
        }
    }

    /// Releases the lease unless it is lost.
    ///
    /// After its duration, the lease has expired without a release.
    func release() {
        guard lock.withLock({ !isLost }) else { return }
        _ = client.releaseLease(id, on: resource).deadline(duration, scheduler: scheduler)
            .subscribe(onNext: { _ in }, onError: { _ in })
    }

    private var renewals: Observable<LeaseID> {
        .deferred { [self] in
            let delay = max(min(due, end) - scheduler.now, .zero)
            return Observable<Int>.timer(delay, scheduler: scheduler).flatMap { [self] _ in try renewal }
        }
        .repeat(scheduler: scheduler)
    }

    private var renewal: Observable<LeaseID> {
        get throws {
            let sent = scheduler.now
            if sent >= end {
                if lastError != nil { throw expiration }
                // If the renewal is late, for example after the machine was suspended, allow it some time to complete.
                end = sent + duration / 2
            }
            return client.renewLease(id, on: resource).deadline(end - sent, scheduler: scheduler)
                .do(onNext: { [self] in extend(from: sent) })
                .catch { [self] error in
                    loseIfRejected(error)
                    guard (error as? APIError)?.meansLostLease != true else { throw error }
                    if error is StreamError || scheduler.now >= end {
                        if error is APIError { lastError = error }
                        throw expiration
                    }
                    lastError = error
                    due = scheduler.now + duration / 8
                    return .empty()
                }
                .ignoreElements(as: LeaseID.self)
        }
    }

    private func extend(from sent: Duration) {
        end = sent + duration
        due = sent + duration / 2
        lastError = nil
    }

    /// Records that the service does not know the lease, so that it need not be released.
    private func loseIfRejected(_ error: any Error) {
        guard (error as? APIError)?.meansLostLease == true else { return }
        lock.withLock { isLost = true }
    }

    private var expiration: APIError {
        client.connection.client.failure(
            of: client.renewal(of: id, on: resource), LeaseExpiredError(underlying: lastError))
    }
}

extension APIError {
    /// Whether the error indicates that the lease does not exist.
    fileprivate var meansLostLease: Bool {
        status == .notFound || status == .conflict || status == .preconditionFailed
    }
}
