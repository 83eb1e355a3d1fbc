internal import Foundation
internal import RillHTTP

/// An issued token.
struct ConoHaToken: Sendable, Hashable {
    /// The scope of a token.
    enum Scope: Sendable, Hashable {
        case none
        case project(ConoHaAccounts.Project)
        case domain
        case system
        case trust(ConoHaAccounts.Project)
        case applicationCredential(ConoHaAccounts.Project)

        var project: ConoHaAccounts.Project? {
            switch self {
            case .project(let project), .trust(let project), .applicationCredential(let project): project
            case .none, .domain, .system: nil
            }
        }
    }

    let id: String
    let user: ConoHaAccounts.User
    let methods: [String]
    let auditIDs: [String]
    let issued: Date
    let expires: Date
    let scope: Scope
    var isRevoked = false

    var isScoped: Bool { scope != .none }

    /// Formats a date as version 3 does, with six fractional digits and the time zone.
    static func longText(_ date: Date) -> JSONValue { .string(seconds(date) + ".000000Z") }

    /// Formats the issue date of a version 2.0 token as ConoHa does, with fractional digits and without a time zone.
    static func textWithoutZone(_ date: Date) -> JSONValue { .string(seconds(date) + ".390282") }

    static func text(_ date: Date) -> JSONValue { .string(seconds(date) + "Z") }

    private static func seconds(_ date: Date) -> String { String(date.formatted(.iso8601).dropLast()) }
}
