internal import Foundation
internal import RillHTTP

/// The lease of a container or blob, and the outcomes of lease operations in each state.
///
/// - SeeAlso: The tables of states in <https://learn.microsoft.com/rest/api/storageservices/lease-blob> and
///   <https://learn.microsoft.com/rest/api/storageservices/lease-container>, read 2026-11-23.
struct AzureLease: Sendable {
    enum State: String, Sendable {
        case available
        case leased
        case expired
        case breaking
        case broken
    }

    /// The kind of the leased resource, which determines the error codes.
    enum Resource: String, Sendable {
        case container
        case blob
    }

    /// An acquired lease, which can have ended.
    private struct Acquired: Sendable {
        var id: String

        /// The duration in seconds, or `nil` for an infinite lease.
        let seconds: Int?

        /// The date when the lease expires or, while it is breaking, when it is broken.
        var end: Date
        var isBreaking = false

        init(_ id: String, seconds: Int?, now: Date) {
            self.id = id
            self.seconds = seconds
            end = seconds.map { now + TimeInterval($0) } ?? .distantFuture
        }
    }

    /// The lease, or `nil` if the resource is available.
    private var acquired: Acquired?

    // MARK: State

    func state(at now: Date) -> State {
        guard let acquired else { return .available }
        return switch (acquired.isBreaking, now < acquired.end) {
        case (false, true): .leased
        case (false, false): .expired
        case (true, true): .breaking
        case (true, false): .broken
        }
    }

    private var id: String? { acquired?.id }

    private func isLocked(at now: Date) -> Bool { [.leased, .breaking].contains(state(at: now)) }

    /// The status, the state, and the kind of duration, which only active leases have.
    private func properties(at now: Date) -> (status: String, state: String, duration: String?) {
        let state = state(at: now)
        let duration = state == .leased ? acquired?.seconds == nil ? "infinite" : "fixed" : nil
        return (isLocked(at: now) ? "locked" : "unlocked", state.rawValue, duration)
    }

    /// Returns the header fields of a response to a read request.
    func fields(at now: Date) -> HTTPFields {
        let (status, state, duration) = properties(at: now)
        return HTTPFields(omittingEmpty: [
            "x-ms-lease-status": status, "x-ms-lease-state": state, "x-ms-lease-duration": duration,
        ])
    }

    /// Returns the properties in a list.
    func elements(at now: Date) -> [(String, String)] {
        let properties = properties(at: now)
        let duration = properties.duration.map { [("LeaseDuration", $0)] } ?? []
        return [("LeaseStatus", properties.status), ("LeaseState", properties.state)] + duration
    }

    // MARK: Operations

    /// Acquires a lease, which is infinite if `seconds` is `nil`.
    mutating func acquire(_ proposed: String?, seconds: Int?, now: Date) throws -> String {
        switch state(at: now) {
        case .leased where proposed != id: throw AzureError("LeaseAlreadyPresent")
        case .breaking: throw AzureError(proposed == id ? "LeaseIsBreakingAndCannotBeAcquired" : "LeaseAlreadyPresent")
        default: break
        }
        let id = proposed ?? UUID().uuidString.lowercased()
        acquired = Acquired(id, seconds: seconds, now: now)
        return id
    }

    mutating func renew(_ id: String, now: Date) throws -> String {
        guard let acquired, id == acquired.id else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
        guard !acquired.isBreaking else { throw AzureError("LeaseIsBrokenAndCannotBeRenewed") }
        self.acquired = Acquired(id, seconds: acquired.seconds, now: now)
        return id
    }

    mutating func change(_ id: String, to proposed: String, now: Date) throws -> String {
        switch state(at: now) {
        case .leased:
            // The client may retry a change that has already succeeded. The current ID is then the proposed one.
            guard [id, proposed].contains(self.id) else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
            acquired?.id = proposed
            return proposed
        case .breaking where id == self.id: throw AzureError("LeaseIsBreakingAndCannotBeChanged")
        case .breaking: throw AzureError("LeaseIdMismatchWithLeaseOperation")
        default: throw AzureError("LeaseNotPresentWithLeaseOperation")
        }
    }

    mutating func release(_ id: String) throws {
        guard id == self.id else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
        acquired = nil
    }

    /// Breaks the lease, and returns the number of seconds until it is broken.
    mutating func `break`(after period: Int?, now: Date) throws -> Int {
        guard var lease = acquired else { throw AzureError("LeaseNotPresentWithLeaseOperation") }
        // Without a break period, an infinite lease ends at once, and another lease when it expires.
        let latest = period.map { now + TimeInterval($0) } ?? (lease.end == .distantFuture ? now : lease.end)
        // The break period does not extend the lease.
        let end = min(lease.end, latest)
        lease.isBreaking = true
        lease.end = now < end ? end : .distantPast
        acquired = lease
        return now < end ? Int(end.timeIntervalSince(now).rounded(.up)) : 0
    }

    // MARK: Conditions

    /// Throws unless a request with a lease ID, or without one, may read the resource.
    func checkRead(_ given: String?, of resource: Resource, now: Date) throws {
        guard let given else { return }
        guard let id else { throw AzureError("LeaseNotPresentWith\(resource.rawValue.capitalized)Operation") }
        guard given == id else { throw AzureError("LeaseIdMismatchWith\(resource.rawValue.capitalized)Operation") }
        guard isLocked(at: now) else { throw AzureError("LeaseLost", resource.rawValue) }
    }

    /// Throws unless a request with a lease ID, or without one, may change or delete the resource.
    func checkChange(_ given: String?, of resource: Resource, now: Date) throws {
        guard given != nil || !isLocked(at: now) else { throw AzureError("LeaseIdMissing", resource.rawValue) }
        try checkRead(given, of: resource, now: now)
    }

    /// Forgets a lease that has ended, which cannot be renewed after a write.
    mutating func forgetIfEnded(at now: Date) {
        if !isLocked(at: now) { acquired = nil }
    }
}

extension AzureRequest {
    /// The lease ID of the request, in the form in which IDs are compared, or `nil` if there is none.
    var leaseID: String? { get throws { try uuid("x-ms-lease-id") } }

    /// Returns the UUID in a header field, or `nil` if there is none.
    func uuid(_ name: String) throws -> String? {
        try header(name) { UUID(uuidString: $0)?.uuidString.lowercased() }
    }

    /// Returns the number in a header field, or `nil` if there is none.
    func headerNumber(_ name: String, in bounds: ClosedRange<Int>) throws -> Int? {
        try header(name) { text in Int(text).flatMap { bounds.contains($0) ? $0 : nil } }
    }
}
