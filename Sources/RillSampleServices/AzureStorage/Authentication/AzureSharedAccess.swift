internal import Foundation
internal import RillHTTP

/// The resource of a request, which is part of the string to sign of a service shared access signature.
struct AzureSharedResource: Sendable {
    let service: AzureServiceKind

    /// The container or queue.
    let container: String

    /// The blob, or `nil` if the request is not for a blob.
    let blob: String?
}

/// The permissions of a shared access signature: an account, service, or user delegation signature.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/create-account-sas>,
///   <https://learn.microsoft.com/rest/api/storageservices/create-service-sas>, and
///   <https://learn.microsoft.com/rest/api/storageservices/create-user-delegation-sas>, read 2026-11-23.
struct AzureSharedAccess: Sendable {
    enum Kind: Sendable {
        case account
        case service
        case userDelegation
    }

    let kind: Kind
    let stringToSign: String

    /// The user delegation key, or `nil` for other signatures.
    let delegationKey: AzureUserDelegationKey?

    /// The header fields of responses, which replace the headers of the blob.
    let responseFields: HTTPFields

    /// The values of the query items and of the stored access policy, none of which is empty.
    private var values: [String: String]

    /// The names of the implemented query items of a signature.
    ///
    /// Encryption scopes, the required header fields and query items of requests, and users are not implemented.
    static let items = Set(
        [
            "sv", "ss", "srt", "sp", "st", "se", "sip", "spr", "sig", "si", "sr", "skoid", "sktid", "skt", "ske", "sks",
            "skv", "saoid", "scid",
        ] + overrides.map(\.0))

    private static let overrides = [
        ("rscc", "Cache-Control"), ("rscd", "Content-Disposition"), ("rsce", "Content-Encoding"),
        ("rscl", "Content-Language"), ("rsct", "Content-Type"),
    ]

    /// Parses a signature in a query.
    ///
    /// Returns `nil` if there is none.
    init?(_ query: [(name: String, value: String)], account: String, resource: AzureSharedResource?) {
        let values = Dictionary(query.filter { !$0.value.isEmpty }.map { ($0.name, $0.value) }) { first, _ in first }
        func lines(_ names: [String]) -> [String] { names.map { values[$0] ?? "" } }
        guard values["sig"] != nil else { return nil }
        self.values = values
        let version = values["sv"] ?? ""
        var fields = HTTPFields()
        if values["ss"] != nil, values["srt"] != nil {
            kind = .account
            delegationKey = nil
            var names = ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"]
            // The encryption scope.
            if version >= "2020-12-06" { names.append("ses") }
            stringToSign = ([account] + lines(names)).map { $0 + "\n" }.joined()
        } else {
            delegationKey = AzureUserDelegationKey { values[$0] }
            kind = delegationKey == nil ? .service : .userDelegation
            let service = resource?.service ?? .blob
            var path = "/\(service == .blob ? "blob" : "queue")/\(account)/\(resource?.container ?? "")"
            if values["sr"] == "b", let blob = resource?.blob { path += "/\(blob)" }
            var names =
                kind == .service ? ["si"] : ["skoid", "sktid", "skt", "ske", "sks", "skv", "saoid", "suoid", "scid"]
            // The tenant and the ID of the user to whom the signature is bound.
            if kind == .userDelegation, version >= "2025-07-05" { names += ["skdutid", "sduoid"] }
            names += ["sip", "spr", "sv"]
            if service == .blob {
                names += ["sr", "snapshot"]
                if version >= "2020-12-06" { names.append("ses") }
                // The header fields and query parameters that requests must contain.
                if kind == .userDelegation, version >= "2026-04-06" { names += ["srh", "srq"] }
                names += Self.overrides.map(\.0)
                for (name, field) in Self.overrides { fields.set(field, values[name]) }
            }
            stringToSign = (lines(["sp", "st", "se"]) + [path] + lines(names)).joined(separator: "\n")
        }
        responseFields = fields
    }

    var signature: String { values["sig"] ?? "" }

    /// The ID of the stored access policy, or `nil` if there is none.
    var policyID: String? { values["si"] }

    /// Adds the values of the stored access policy.
    ///
    /// A value must be part of either the signature or the policy
    /// (<https://learn.microsoft.com/rest/api/storageservices/define-stored-access-policy>).
    mutating func apply(_ policy: AzureElement) throws {
        for (name, item) in [("Start", "st"), ("Expiry", "se"), ("Permission", "sp")] {
            guard let text = policy[name]?.text, !text.isEmpty else { continue }
            guard values[item] == nil else {
                throw AzureError.unauthorized("\(name) is specified by the signature and by the stored access policy")
            }
            values[item] = text
        }
    }

    /// Throws if the signature is not valid at a date, or does not permit requests from this machine.
    func check(now: Date) throws {
        guard let expiry = values["se"] else { throw AzureError.unauthorized("se is mandatory. Cannot be empty") }
        try Self.check(values["st"], expiry, now: now)
        try delegationKey?.check(now: now)
        if let protocols = values["spr"], !protocols.split(separator: ",").contains("http") {
            throw AzureError("AuthorizationProtocolMismatch")
        }
        if let addresses = values["sip"], !Self.containsLoopback(addresses) {
            throw AzureError("AuthorizationSourceIPMismatch")
        }
    }

    static func check(_ start: String?, _ expiry: String, now: Date) throws {
        let starts = try start.map { text in try Self.date(text) }
        let ends = try Self.date(expiry)
        guard now < ends, starts.map({ $0 <= now }) ?? true else {
            let times = [starts, now, ends].map { $0.map { HTTPDate.text($0) } ?? "" }
            throw AzureError.unauthorized(
                "Signature not valid in the specified time frame: Start [\(times[0])] - Expiry [\(times[2])] - Current "
                    + "[\(times[1])]")
        }
    }

    /// Throws if the signature does not permit an action.
    func check(_ action: AzureAction, service: AzureServiceKind) throws {
        if kind == .account {
            guard contains(service.letter, "ss") else { throw AzureError("AuthorizationServiceMismatch") }
            guard contains(action.resource.rawValue, "srt") else {
                throw AzureError("AuthorizationResourceTypeMismatch")
            }
        } else {
            // Of a container, only the list of blobs is accessible. Of a queue, the metadata are readable.
            let isPermitted =
                switch (action.resource, service, values["sr"]) {
                case (.object, .queue, _), (.object, .blob, "b"), (.object, .blob, "c"): true
                case (.container, .queue, _): action.permissions == "r"
                case (.container, .blob, "c"): action.permissions == "l"
                default: false
                }
            guard isPermitted else { throw AzureError("AuthorizationPermissionMismatch") }
        }
        guard allows(action.permissions) else { throw AzureError("AuthorizationPermissionMismatch") }
    }

    /// Whether the signature permits reading the blob of its resource.
    var allowsReading: Bool { allows("r") && (kind != .account || contains("b", "ss") && contains("o", "srt")) }

    /// Whether the signature grants at least one of the permissions.
    func allows(_ permissions: String) -> Bool { permissions.contains { contains($0, "sp") } }

    private func contains(_ letter: Character, _ item: String) -> Bool { values[item]?.contains(letter) == true }

    private static func date(_ text: String) throws -> Date {
        guard let date = AzureDate.parse(text) else { throw AzureError.unauthorized("\(text) is not a date") }
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
