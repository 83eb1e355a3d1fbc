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

    private enum Phase: Sendable {
        case available
        /// A lease with a duration in seconds, or `nil` for an infinite lease.
        case leased(id: String, seconds: Int?, end: Date)
        case breaking(id: String, end: Date)
        case broken(id: String)
    }

    private var phase = Phase.available

    // MARK: State

    func state(at now: Date) -> State {
        switch phase {
        case .available: .available
        case .leased(_, nil, _): .leased
        case .leased(_, _, let end): now < end ? .leased : .expired
        case .breaking(_, let end): now < end ? .breaking : .broken
        case .broken: .broken
        }
    }

    private var id: String? {
        switch phase {
        case .available: nil
        case .leased(let id, _, _), .breaking(let id, _), .broken(let id): id
        }
    }

    private func isLocked(at now: Date) -> Bool { [.leased, .breaking].contains(state(at: now)) }

    /// The status, the state, and the kind of duration, which only active leases have.
    private func properties(at now: Date) -> (status: String, state: String, duration: String?) {
        let state = state(at: now)
        var duration: String?
        if state == .leased, case .leased(_, let seconds, _) = phase {
            duration = seconds == nil ? "infinite" : "fixed"
        }
        return (isLocked(at: now) ? "locked" : "unlocked", state.rawValue, duration)
    }

    /// Returns the header fields of a response to a read request.
    func fields(at now: Date) -> HTTPFields {
        let properties = properties(at: now)
        var fields = HTTPFields()
        fields.set("x-ms-lease-status", properties.status)
        fields.set("x-ms-lease-state", properties.state)
        fields.set("x-ms-lease-duration", properties.duration)
        return fields
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
        phase = .leased(id: id, seconds: seconds, end: now + TimeInterval(seconds ?? 0))
        return id
    }

    mutating func renew(_ id: String, now: Date) throws -> String {
        guard id == self.id else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
        guard case .leased(_, let seconds, _) = phase else { throw AzureError("LeaseIsBrokenAndCannotBeRenewed") }
        phase = .leased(id: id, seconds: seconds, end: now + TimeInterval(seconds ?? 0))
        return id
    }

    mutating func change(_ id: String, to proposed: String, now: Date) throws -> String {
        switch (state(at: now), phase) {
        case (.leased, .leased(let current, let seconds, let end)):
            // The client may retry a change that has already succeeded. The current ID is then the proposed one.
            guard id == current || proposed == current else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
            phase = .leased(id: proposed, seconds: seconds, end: end)
            return proposed
        case (.breaking, _) where id == self.id: throw AzureError("LeaseIsBreakingAndCannotBeChanged")
        case (.breaking, _): throw AzureError("LeaseIdMismatchWithLeaseOperation")
        default: throw AzureError("LeaseNotPresentWithLeaseOperation")
        }
    }

    mutating func release(_ id: String) throws {
        guard id == self.id else { throw AzureError("LeaseIdMismatchWithLeaseOperation") }
        phase = .available
    }

    /// Breaks the lease, and returns the number of seconds until it is broken.
    mutating func `break`(after period: Int?, now: Date) throws -> Int {
        guard let id else { throw AzureError("LeaseNotPresentWithLeaseOperation") }
        // The break period does not extend the lease.
        let end: Date
        switch phase {
        case .leased(_, nil, _): end = now + TimeInterval(period ?? 0)
        case .leased(_, _, let last), .breaking(_, let last):
            end = min(last, period.map { now + TimeInterval($0) } ?? last)
        case .broken, .available: end = now
        }
        guard isLocked(at: now), now < end else {
            phase = .broken(id: id)
            return 0
        }
        phase = .breaking(id: id, end: end)
        return Int(end.timeIntervalSince(now).rounded(.up))
    }

    // MARK: Conditions

    /// Throws unless a request with a lease ID, or without one, may read the resource.
    func checkRead(_ given: String?, of resource: Resource, now: Date) throws {
        guard let given else { return }
        guard let id else { throw AzureError("LeaseNotPresentWith\(resource.rawValue.capitalized)Operation") }
        guard given == id else {
            throw AzureError("LeaseIdMismatchWith\(resource.rawValue.capitalized)Operation")
        }
        guard isLocked(at: now) else { throw AzureError("LeaseLost", resource.rawValue) }
    }

    /// Throws unless a request with a lease ID, or without one, may change or delete the resource.
    func checkChange(_ given: String?, of resource: Resource, now: Date) throws {
        guard given != nil || !isLocked(at: now) else { throw AzureError("LeaseIdMissing", resource.rawValue) }
        try checkRead(given, of: resource, now: now)
    }

    /// Forgets a lease that has ended, which cannot be renewed after a write.
    mutating func forgetIfEnded(at now: Date) {
        if !isLocked(at: now) { phase = .available }
    }
}

extension AzureRequest {
    /// The lease ID of the request, in the form in which IDs are compared, or `nil` if there is none.
    var leaseID: String? {
        get throws { try uuid("x-ms-lease-id") }
    }

    /// Returns the UUID in a header field, or `nil` if there is none.
    func uuid(_ name: String) throws -> String? {
        guard let text = header(name) else { return nil }
        guard let id = UUID(uuidString: text) else { throw AzureError.invalidHeader(name, text) }
        return id.uuidString.lowercased()
    }

    /// Returns the number in a header field, or `nil` if there is none.
    func headerNumber(_ name: String, in bounds: ClosedRange<Int>) throws -> Int? {
        guard let text = header(name) else { return nil }
        guard let number = Int(text), bounds.contains(number) else { throw AzureError.invalidHeader(name, text) }
        return number
    }
}
