internal import Foundation
internal import RillHTTP

/// What the bearer of a shared access signature for the account may do.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/create-account-sas>, read 2026-11-21.
struct AzureSharedAccess: Sendable {
    let permissions: String
    let services: String
    let resourceTypes: String
    let signature: String
    let stringToSign: String
    private let start: String?
    private let expiry: String?
    private let addresses: String?
    private let protocols: String?

    /// Reads a signature from a query; nil if there is none.
    init?(_ query: [(name: String, value: String)], account: String) {
        func value(_ name: String) -> String? { query.first { $0.name == name && !$0.value.isEmpty }?.value }
        guard let signature = value("sig") else { return nil }
        self.signature = signature
        permissions = value("sp") ?? ""
        services = value("ss") ?? ""
        resourceTypes = value("srt") ?? ""
        start = value("st")
        expiry = value("se")
        addresses = value("sip")
        protocols = value("spr")
        let version = value("sv") ?? ""
        var lines = [
            account, permissions, services, resourceTypes, start ?? "", expiry ?? "", addresses ?? "", protocols ?? "",
            version,
        ]
        // The scope of encryption.
        if version >= "2020-12-06" { lines.append(value("ses") ?? "") }
        stringToSign = lines.map { $0 + "\n" }.joined()
    }

    /// Whether it is of the kind that a single blob or container has, which the sample does not know.
    var isOfOneResource: Bool { services.isEmpty || resourceTypes.isEmpty }

    /// Refuses what is out of its time, or comes from elsewhere.
    func check(now: Date) throws(AzureRefusal) {
        let starts = try start.map { text throws(AzureRefusal) in try Self.date(text) }
        guard let expiry else { throw Self.failure("se is mandatory. Cannot be empty") }
        let ends = try Self.date(expiry)
        guard now < ends, starts.map({ $0 <= now }) ?? true else {
            let times = [starts, now, ends].map { $0.map { HTTPDate.text($0) } ?? "" }
            throw Self.failure(
                "Signature not valid in the specified time frame: Start [\(times[0])] - Expiry [\(times[2])] - Current "
                    + "[\(times[1])]")
        }
        if let protocols, !protocols.split(separator: ",").contains("http") { throw .protocolMismatch }
        if let addresses, !Self.holds(addresses) { throw .sourceMismatch }
    }

    /// Refuses what it does not allow.
    func check(_ action: AzureAction, service: AzureServiceKind) throws(AzureRefusal) {
        guard services.contains(service.letter) else { throw .serviceMismatch }
        guard resourceTypes.contains(action.resource.rawValue) else { throw .resourceTypeMismatch }
        guard allows(action.permissions) else { throw .permissionMismatch }
    }

    /// Whether it has one of the permissions.
    func allows(_ permissions: String) -> Bool { permissions.contains { self.permissions.contains($0) } }

    private static func failure(_ detail: String) -> AzureRefusal {
        AzureRefusal.authenticationFailed.with("AuthenticationErrorDetail", detail)
    }

    private static func date(_ text: String) throws(AzureRefusal) -> Date {
        // A time may go without its seconds.
        let whole = text.wholeMatch(of: #/[0-9-]+T\d{2}:\d{2}Z/#) == nil ? text : text.dropLast() + ":00Z"
        guard text.contains("-"), let date = try? DateText.parse(whole, timeZone: .gmt) else {
            throw failure("\(text) is not a date")
        }
        return date
    }

    /// Whether the machine itself is among the addresses: `127.0.0.1`, or `127.0.0.0-127.0.0.9`.
    private static func holds(_ addresses: String) -> Bool {
        let bounds = addresses.split(separator: "-").map { address in
            address.split(separator: ".").compactMap { UInt8($0) }
        }
        guard let first = bounds.first, let last = bounds.last, bounds.count <= 2, first.count == 4, last.count == 4
        else { return false }
        let own: [UInt8] = [127, 0, 0, 1]
        return !own.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(own)
    }
}
