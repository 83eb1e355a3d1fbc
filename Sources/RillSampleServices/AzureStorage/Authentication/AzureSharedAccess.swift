internal import Foundation
internal import RillHTTP

/// The permissions of an account shared access signature.
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

    /// Parses a signature in a query.
    ///
    /// Returns `nil` if there is none.
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
        // The encryption scope.
        if version >= "2020-12-06" { lines.append(value("ses") ?? "") }
        stringToSign = lines.map { $0 + "\n" }.joined()
    }

    /// Whether the signature is a service SAS, for a single blob or container, which the sample server does not support.
    var isServiceSAS: Bool { services.isEmpty || resourceTypes.isEmpty }

    /// Throws if the signature is not valid at a date, or not for requests from this machine.
    func check(now: Date) throws(AzureError) {
        let starts = try start.map { text throws(AzureError) in try Self.date(text) }
        guard let expiry else { throw Self.failure("se is mandatory. Cannot be empty") }
        let ends = try Self.date(expiry)
        guard now < ends, starts.map({ $0 <= now }) ?? true else {
            let times = [starts, now, ends].map { $0.map { HTTPDate.text($0) } ?? "" }
            throw Self.failure(
                "Signature not valid in the specified time frame: Start [\(times[0])] - Expiry [\(times[2])] - Current "
                    + "[\(times[1])]")
        }
        if let protocols, !protocols.split(separator: ",").contains("http") { throw .protocolMismatch }
        if let addresses, !Self.containsLoopback(addresses) { throw .sourceMismatch }
    }

    /// Throws if the signature does not permit an action.
    func check(_ action: AzureAction, service: AzureServiceKind) throws(AzureError) {
        guard services.contains(service.letter) else { throw .serviceMismatch }
        guard resourceTypes.contains(action.resource.rawValue) else { throw .resourceTypeMismatch }
        guard allows(action.permissions) else { throw .permissionMismatch }
    }

    /// Whether the signature grants at least one of the permissions.
    func allows(_ permissions: String) -> Bool { permissions.contains { self.permissions.contains($0) } }

    private static func failure(_ detail: String) -> AzureError {
        AzureError.authenticationFailed.with("AuthenticationErrorDetail", detail)
    }

    private static func date(_ text: String) throws(AzureError) -> Date {
        // The seconds of a time are optional.
        let whole = text.wholeMatch(of: #/[0-9-]+T\d{2}:\d{2}Z/#) == nil ? text : text.dropLast() + ":00Z"
        guard text.contains("-"), let date = try? DateText.parse(whole, timeZone: .gmt) else {
            throw failure("\(text) is not a date")
        }
        return date
    }

    /// Whether an address or a range, such as `127.0.0.0-127.0.0.9`, contains 127.0.0.1.
    private static func containsLoopback(_ addresses: String) -> Bool {
        let bounds = addresses.split(separator: "-").map { address in
            address.split(separator: ".").compactMap { UInt8($0) }
        }
        guard let first = bounds.first, let last = bounds.last, bounds.count <= 2, first.count == 4, last.count == 4
        else { return false }
        let own: [UInt8] = [127, 0, 0, 1]
        return !own.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(own)
    }
}
