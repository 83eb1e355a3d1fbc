internal import Foundation
internal import RillHTTP

/// The lease of one subscription, which is renewed until it is lost.
final class HeldLease: @unchecked Sendable {
    // Rule 1.3 guards `end`, `due`, `hasFailed`, and `lastError`: renewals are serial, and follow the acquisition. `isLost`
    // is guarded by `lock`.

    private let client: BlobClient
    private let resource: LeaseResource
    private let duration: Duration
    private let id = LeaseID()

    /// The time when the lease expires.
    private var end = Duration.zero

    /// The time of the next renewal.
    private var due = Duration.zero

    /// Whether a renewal has failed since the last successful one.
    private var hasFailed = false

    /// The last error since the last successful renewal, except for missing responses.
    private var lastError: (any Error)?
    private let lock = NSLock()
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
                .do(onError: { [self] in loseIfRejected($0) })
                .flatMap { [self] id in
                    extend(from: sent)
                    // The first renewal is scheduled before the ID is emitted, so that the subscriber does not delay it.
                    return Observable<LeaseID>.merge(renewals, .just(id))
                }
        }
    }

    /// Releases the lease unless it is lost.
    ///
    /// Once its duration has passed, the lease has expired and needs no release.
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

    /// One attempt to renew the lease, which ends early enough for further attempts.
    private var renewal: Observable<LeaseID> {
        get throws {
            let sent = scheduler.now
            // After a late timer, for example because the machine was suspended, there is a single attempt.
            let isLast = sent >= end
            if isLast, hasFailed { throw expiration }
            let limit = isLast ? duration / 8 : min(duration / 8, end - sent)
            return client.connection.clientWithoutRetries.send(client.renewal(of: id, on: resource))
                .deadline(limit, scheduler: scheduler)
                .do(onNext: { [self] in extend(from: sent) })
                .catch { [self] error in
                    loseIfRejected(error)
                    guard (error as? APIError)?.meansLostLease != true else { throw error }
                    hasFailed = true
                    if error is APIError { lastError = error }
                    let now = scheduler.now
                    if isLast || now >= end { throw expiration }
                    due = max(now, sent + duration / 8)
                    return .empty()
                }
                .ignoreElements(as: LeaseID.self)
        }
    }

    private func extend(from sent: Duration) {
        end = sent + duration
        due = sent + duration / 2
        hasFailed = false
        lastError = nil
    }

    /// Records that the service does not know the lease, so that it need not be released.
    private func loseIfRejected(_ error: any Error) {
        guard (error as? APIError)?.meansLostLease == true else { return }
        lock.withLock { isLost = true }
    }

    private var expiration: APIError {
        client.connection.client.failure(
            of: client.renewal(of: id, on: resource), LeaseExpiredError(underlying: lastError, resource: resource))
    }
}

extension APIError {
    /// Whether the error indicates that the lease does not exist.
    fileprivate var meansLostLease: Bool {
        status == .notFound || status == .conflict || status == .preconditionFailed
    }
}
