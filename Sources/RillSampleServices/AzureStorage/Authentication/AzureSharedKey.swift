internal import RillHTTPTesting

/// The string to sign of Shared Key authorization.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key>, read 2026-11-21.
enum AzureSharedKey {
    /// Returns the string to sign as the service computes it.
    ///
    /// The documentation requires replacing repeated whitespace in values with a single space. Microsoft's clients sign
    /// the values unchanged. The service accepts both.
    static func stringToSign(_ request: AzureRequest, foldsWhiteSpace: Bool) -> String {
        let length = request.header("Content-Length") ?? ""
        let hasOwnDate = request.header("x-ms-date") != nil
        let fields = [
            request.method.rawValue, value("Content-Encoding", request), value("Content-Language", request),
            length == "0" ? "" : length, value("Content-MD5", request), value("Content-Type", request),
            hasOwnDate ? "" : value("Date", request), value("If-Modified-Since", request),
            value("If-Match", request), value("If-None-Match", request), value("If-Unmodified-Since", request),
            value("Range", request),
        ]
        return fields.map { $0 + "\n" }.joined() + canonicalizedHeaders(request, foldsWhiteSpace)
            + canonicalizedResource(request)
    }

    private static func value(_ name: String, _ request: AzureRequest) -> String { request.header(name) ?? "" }

    private static func canonicalizedHeaders(_ request: AzureRequest, _ foldsWhiteSpace: Bool) -> String {
        var values: [String: [String]] = [:]
        for field in request.request.fields where field.name.canonicalName.hasPrefix("x-ms-") {
            let words = field.value.split { $0 == " " || $0 == "\t" }
            values[field.name.canonicalName, default: []]
                .append(foldsWhiteSpace ? words.joined(separator: " ") : field.value)
        }
        return values.keys.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
            .map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
    }

    /// The service sorts names by linguistic rules: it ignores hyphens, and sorts underscores before digits.
    private static func rank(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "-"): nil
            case UInt8(ascii: "_"): 1
            default: byte
            }
        }
    }

    private static func canonicalizedResource(_ request: AzureRequest) -> String {
        let path = request.request.path
        var values: [String: [String]] = [:]
        for (name, value) in request.query { values[name.lowercased(), default: []].append(value) }
        let lines = values.keys.sorted().map { "\n\($0):\((values[$0] ?? []).sorted().joined(separator: ","))" }
        // The path of an emulator URL starts with the account name, which then appears twice.
        return "/\(request.account)\(path.isEmpty ? "/" : path)\(lines.joined())"
    }
}
