internal import Foundation

/// The checks that all shared access signatures have in common.
enum AccessChecks {
    /// Checks the values of a signature.
    ///
    /// A value that is `nil` is not part of the signature.
    static func check(
        _ permissions: AccountAccess.Permissions?, from start: Date?, until end: Date?, addresses: String?
    ) throws(ServiceAccessError) {
        if permissions?.isEmpty == true { throw ServiceAccessError("permissions must not be empty") }
        for case let date? in [start, end] where !AccessDate.years.contains(date.timeIntervalSince1970) {
            throw ServiceAccessError(
                "a date must be in the years 1 to 9999, got \(date.timeIntervalSince1970) seconds since 1970")
        }
        if let start, let end, AccessDate.rounded(start) >= AccessDate.rounded(end) {
            throw ServiceAccessError(
                "the start must be before the end, got \(AccessDate.text(start)) and \(AccessDate.text(end))")
        }
        if let addresses, !isValid(addresses: addresses) {
            throw ServiceAccessError(
                "addresses must be an IPv4 address or a range such as 203.0.113.0-203.0.113.255, got \(addresses)")
        }
    }

    /// Returns whether a text is an IPv4 address, or a range of addresses.
    private static func isValid(addresses: String) -> Bool {
        let parts = addresses.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { address in
                address.wholeMatch(of: #/[0-9]{1,3}(?:\.[0-9]{1,3}){3}/#) != nil
                    && address.split(separator: ".").allSatisfy { UInt8($0) != nil }
            }
    }
}
