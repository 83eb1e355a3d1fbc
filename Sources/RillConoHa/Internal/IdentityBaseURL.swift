internal import Foundation
internal import RillHTTP

/// Normalizes the base URLs of identity services.
enum IdentityBaseURL {
    /// Returns a base URL without a trailing version: `https://identity.tyo1.conoha.io/v2.0/`.
    ///
    /// Catalogs and control panels include the version in the URL, but the request paths already begin with it.
    static func withoutVersion(_ url: String) -> String {
        var rest = url[...]
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        for version in [VersionName.v2, .v3] where rest.hasSuffix("/\(version)") {
            rest = rest.dropLast(version.rawValue.count + 1)
        }
        return String(rest)
    }
}

extension JSONDecoder {
    /// A decoder for the date formats of both versions.
    ///
    /// Dates without a time zone are in UTC.
    static var conoHa: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant(timeZone: .gmt)
        return decoder
    }
}
