public import RillHTTP

extension BlobClient {
    /// Acquires a lease.
    ///
    ///     let id = try await blobs.acquireLease(on: .blob(film), for: .limited(to: .seconds(30))).firstValue()
    ///     blobs.setMetadata(["seen": "yes"], of: film, conditions: AccessConditions(leaseID: id))
    ///
    /// The client proposes the ID, so that a retried request acquires the same lease. Acquiring a lease again with its ID
    /// changes its duration.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/leaseAlreadyPresent`` if another lease is active, or with stage `request`
    /// if the duration or the ID is invalid.
    ///
    /// - Parameters:
    ///   - resource: The container or blob.
    ///   - duration: The duration of the lease.
    ///   - id: The ID of the lease. Defaults to `nil`, which means a random ID for each subscription.
    /// - Returns: A cold `Observable<LeaseID>` that emits the ID and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=lease`, <https://learn.microsoft.com/rest/api/storageservices/lease-blob>
    ///   and <https://learn.microsoft.com/rest/api/storageservices/lease-container>, read 2026-11-23.
    public func acquireLease(
        on resource: LeaseResource, for duration: LeaseDuration, id: LeaseID? = nil
    ) -> Observable<LeaseID> {
        .deferred {
            var operation = leaseOperation("acquire", on: resource, parser: .leaseID)
            operation.setProposedLease(id ?? LeaseID())
            switch duration {
            case .infinite:
                operation.headerFields[.leaseDuration] = "-1"
            case .limited(let duration):
                operation.setSeconds(.leaseDuration, duration, named: "duration", in: Self.leaseDurations)
            }
            return send(operation)
        }
    }

    /// Renews a lease for its whole duration.
    ///
    /// An expired lease can be renewed if the blob has not been modified or leased again since.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/leaseIDMismatchWithLeaseOperation`` if the lease does not exist, or with
    /// ``AzureStorageError/Code/leaseIsBrokenAndCannotBeRenewed`` if it has been broken.
    ///
    /// - Parameters:
    ///   - id: The ID of the lease.
    ///   - resource: The container or blob.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=lease`, <https://learn.microsoft.com/rest/api/storageservices/lease-blob>,
    ///   read 2026-11-23.
    public func renewLease(_ id: LeaseID, on resource: LeaseResource) -> Observable<Void> {
        send(renewal(of: id, on: resource))
    }

    /// Changes the ID of an active lease.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/leaseNotPresentWithLeaseOperation`` or
    /// ``AzureStorageError/Code/leaseIDMismatchWithLeaseOperation`` if the lease is not active, or with
    /// ``AzureStorageError/Code/leaseIsBreakingAndCannotBeChanged`` if it is being broken.
    ///
    /// - Parameters:
    ///   - id: The ID of the lease.
    ///   - newID: The new ID. Defaults to `nil`, which means a random ID for each subscription.
    ///   - resource: The container or blob.
    /// - Returns: A cold `Observable<LeaseID>` that emits the new ID and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=lease`, <https://learn.microsoft.com/rest/api/storageservices/lease-blob>,
    ///   read 2026-11-23.
    public func changeLease(
        _ id: LeaseID, to newID: LeaseID? = nil, on resource: LeaseResource
    ) -> Observable<LeaseID> {
        .deferred {
            var operation = leaseOperation("change", of: id, on: resource, parser: .leaseID)
            operation.setProposedLease(newID ?? LeaseID())
            return send(operation)
        }
    }

    /// Releases a lease, so that others can acquire one immediately.
    ///
    /// An error for a missing lease after an attempt with an unknown outcome counts as success.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/leaseIDMismatchWithLeaseOperation`` if the lease does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the lease.
    ///   - resource: The container or blob.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=lease`, <https://learn.microsoft.com/rest/api/storageservices/lease-blob>,
    ///   read 2026-11-23.
    public func releaseLease(_ id: LeaseID, on resource: LeaseResource) -> Observable<Void> {
        send(leaseOperation("release", of: id, on: resource, parser: .nothing))
            .succeedingIfAlreadyDeleted(.leaseIDMismatchWithLeaseOperation, .leaseNotPresentWithLeaseOperation)
    }

    /// Breaks a lease without its ID.
    ///
    /// The lease remains active until the break period ends, and cannot be renewed.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/leaseNotPresentWithLeaseOperation`` if there is no lease, or with stage
    /// `request` if the period is invalid.
    ///
    /// - Parameters:
    ///   - resource: The container or blob.
    ///   - period: The break period, 0 to 60 seconds, rounded up to whole seconds. Does not extend the lease. Defaults to
    ///     `nil`, which means the remaining time of the lease, or zero for an infinite lease.
    /// - Returns: A cold `Observable<Duration>` that emits the time until the lease is broken, and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=lease`, <https://learn.microsoft.com/rest/api/storageservices/lease-blob>,
    ///   read 2026-11-23.
    public func breakLease(on resource: LeaseResource, after period: Duration? = nil) -> Observable<Duration> {
        var operation = leaseOperation(
            "break", on: resource,
            parser: .fromHead { head in Duration.seconds(try head.value(of: .leaseTime) { Int(digits: $0) }) })
        if let period { operation.setSeconds(.leaseBreakPeriod, period, named: "period", in: 0...60) }
        return send(operation)
    }

    /// Holds a lease while subscribed.
    ///
    ///     let version = try await blobs.holdLease(on: .blob(film)).flatMap { id in
    ///         blobs.put(content, to: film, conditions: AccessConditions(leaseID: id))
    ///     }.firstValue()
    ///
    /// Acquires a lease, emits its ID, and renews the lease whenever half of its duration has passed, even while the
    /// subscriber processes the ID or has paused the stream. A renewal that fails, or has no response within an eighth of
    /// the duration, is sent again until the lease expires. The retry policy of the client does not apply to renewals.
    ///
    /// Disposal releases the lease in the background. Disposal during the acquisition may leave a lease that lasts until
    /// it expires, if the service executes the release first. If the process stops or the service is unreachable, the
    /// lease expires after its duration.
    ///
    /// If another lease is active, the stream fails instead of waiting for that lease to end.
    ///
    /// ## Errors
    /// `APIError`: the errors of ``acquireLease(on:for:id:)``; with the response of the service if the lease was broken,
    /// or the resource deleted; with stage `request` and an underlying ``LeaseExpiredError`` if the lease expired.
    ///
    /// - Parameters:
    ///   - resource: The container or blob.
    ///   - duration: The duration of the lease, 15 to 60 seconds, rounded up to whole seconds. Defaults to 60 seconds.
    /// - Returns: A cold `Observable<LeaseID>` that emits the ID of the lease and does not complete.
    public func holdLease(on resource: LeaseResource, for duration: Duration = .seconds(60)) -> Observable<LeaseID> {
        guard let seconds = duration.wholeSeconds(in: Self.leaseDurations) else {
            return acquireLease(on: resource, for: .limited(to: duration))
        }
        return .create { observer in
            let lease = HeldLease(self, on: resource, for: .seconds(seconds))
            let subscription = lease.ids.subscribe { observer.on($0) }
            return Disposable {
                subscription.dispose()
                lease.release()
            }
        }
    }

    private static let leaseDurations = 15...60

    func renewal(of id: LeaseID, on resource: LeaseResource) -> Operation<Void> {
        leaseOperation("renew", of: id, on: resource, parser: .nothing)
    }

    private func leaseOperation<Output>(
        _ action: String, of id: LeaseID? = nil, on resource: LeaseResource, parser: ResponseParser<Output>
    ) -> Operation<Output> {
        let (path, query) = resource.target
        return Operation(
            .put, path, query, fields: [.leaseAction: action], conditions: AccessConditions(leaseID: id),
            parser: parser)
    }
}

extension Operation {
    /// Sets the header field of the proposed lease ID.
    fileprivate mutating func setProposedLease(_ id: LeaseID) {
        if let reason = id.validationError { return reject(reason) }
        headerFields[.proposedLeaseID] = id.rawValue
    }

    /// Sets a header field to a duration in whole seconds, rounded up, if it is within the range.
    fileprivate mutating func setSeconds(
        _ field: HTTPField.Name, _ value: Duration, named name: String, in range: ClosedRange<Int>
    ) {
        guard let seconds = wholeSeconds(value, named: name, in: range) else { return }
        headerFields[field] = "\(seconds)"
    }
}

extension ResponseParser<LeaseID> {
    fileprivate static let leaseID = fromHead { head in try head.value(of: .leaseID) { LeaseID(rawValue: $0) } }
}
