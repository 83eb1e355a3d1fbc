internal import Foundation
internal import RillHTTP

/// Normalizes the base URLs of services.
enum ServiceBaseURL {
    /// Returns the base URL of an identity service without a trailing version: `https://identity.tyo1.conoha.io/v2.0/`.
    ///
    /// Catalogs and control panels include the version in the URL, but the request paths already begin with it.
    static func identity(_ url: String) -> String {
        removing([VersionName.v2, .v3].map(\.rawValue), from: url)
    }

    /// Returns the base URL of a DNS service without a trailing version.
    ///
    /// The catalog of VPS 2.0 omits the version.
    static func dns(_ url: String) -> String { removing(["v1"], from: url) }

    private static func removing(_ versions: [String], from url: String) -> String {
        var rest = url[...]
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        for version in versions where rest.hasSuffix("/\(version)") {
            rest = rest.dropLast(version.count + 1)
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
