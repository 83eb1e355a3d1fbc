internal import RillHTTP
internal import RillHTTPTesting

/// What the owner of an account signs of a request.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key>, read 2026-11-21.
enum AzureSharedKey {
    /// The text that is signed, as the service sees it.
    ///
    /// Its documentation has blanks inside a value taken together; Microsoft's own clients sign them as they are sent, and
    /// both are accepted.
    static func stringToSign(_ request: AzureRequest, takesBlanksTogether: Bool = true) -> String {
        let length = request.header("Content-Length") ?? ""
        let hasOwnDate = request.header("x-ms-date") != nil
        let fields = [
            request.method.rawValue, value("Content-Encoding", request), value("Content-Language", request),
            length == "0" ? "" : length, value("Content-MD5", request), value("Content-Type", request),
            hasOwnDate ? "" : value("Date", request), value("If-Modified-Since", request),
            value("If-Match", request), value("If-None-Match", request), value("If-Unmodified-Since", request),
            value("Range", request),
        ]
        return fields.map { $0 + "\n" }.joined() + canonicalizedHeaders(request, takesBlanksTogether)
            + canonicalizedResource(request)
    }

    private static func value(_ name: String, _ request: AzureRequest) -> String { request.header(name) ?? "" }

    private static func canonicalizedHeaders(_ request: AzureRequest, _ takesBlanksTogether: Bool) -> String {
        var values: [String: [String]] = [:]
        for field in request.request.fields where field.name.canonicalName.hasPrefix("x-ms-") {
            let words = field.value.split { $0 == " " || $0 == "\t" }
            values[field.name.canonicalName, default: []]
                .append(takesBlanksTogether ? words.joined(separator: " ") : field.value)
        }
        return values.keys.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
            .map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
    }

    /// The service sorts by the rules of a language: hyphens count for nothing, and the low line stands before the digits.
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
        // Below the emulator's address the path begins with the account: its name stands there twice.
        return "/\(request.account)\(path.isEmpty ? "/" : path)\(lines.joined())"
    }
}
