internal import Foundation
internal import RillHTTP

/// The addresses of identity services, as people write them.
enum IdentityAddress {
    /// An address without the version that may stand at its end: `https://identity.tyo1.conoha.io/v2.0/`.
    ///
    /// Catalogs and control panels name it with a version, and the paths of the requests begin with one.
    static func withoutVersion(_ address: String) -> String {
        var rest = address[...]
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        for version in [VersionName.v2, .v3] where rest.hasSuffix("/\(version)") {
            rest = rest.dropLast(version.rawValue.count + 1)
        }
        return String(rest)
    }
}

extension JSONDecoder {
    /// Reads the dates of both versions; those without a zone are of UTC.
    static var conoHa: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant(timeZone: .gmt)
        return decoder
    }
}
