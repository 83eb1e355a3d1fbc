internal import Foundation

/// A token that the sample of ConoHa has issued.
struct ConoHaToken: Sendable, Hashable {
    /// What a token is good for.
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

    var isScoped: Bool { scope != .none }

    /// How version 3 writes a time: with a fraction of six digits, and the zone.
    static func longText(_ date: Date) -> ConoHaJSON { .text(seconds(date) + ".000000Z") }

    /// How ConoHa writes when a token of version 2.0 was issued: with a fraction, and without a zone.
    static func textWithoutZone(_ date: Date) -> ConoHaJSON { .text(seconds(date) + ".390282") }

    static func text(_ date: Date) -> ConoHaJSON { .text(seconds(date) + "Z") }

    private static func seconds(_ date: Date) -> String {
        String(date.formatted(.iso8601).dropLast())
    }
}
