internal import RillHTTP

/// The directives of a `Cache-Control` header field that apply to a private cache.
///
/// - SeeAlso: RFC 9111, 5.2.
struct CacheControl: Hashable {
    private var directives: [String: String] = [:]

    /// Parses the directives of a response.
    init(_ response: HTTPResponse) {
        self.init(response.headerFields.elements(of: .cacheControl))
    }

    /// Parses the directives of a request.
    ///
    /// `Pragma: no-cache` counts if there is no `Cache-Control` (RFC 9111, 5.4).
    init(_ request: HTTPRequest) {
        let fields = request.headerFields
        if fields.contains(.cacheControl) {
            self.init(fields.elements(of: .cacheControl))
        } else {
            self.init(Self(fields.elements(of: .pragma)).contains("no-cache") ? ["no-cache"] : [])
        }
    }

    private init(_ elements: [String]) {
        for part in elements {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.trimmed(pair[0]).lowercased()
            // If a directive is repeated, the first occurrence is used.
            guard directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? Self.trimmed(pair[1]) : ""
        }
    }

    /// Returns whether a directive is present, with or without a value.
    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// Returns the duration in a directive: zero if the value is not a number, or `nil` if the directive is missing.
    func seconds(_ name: String) -> Duration? {
        directives[name].map { Self.seconds($0) ?? .zero }
    }

    /// The maximum staleness in the `max-stale` directive of a request, or `nil` if the directive is missing.
    var maximumStaleness: Duration? {
        directives["max-stale"].map { $0.isEmpty ? .seconds(Self.maximumSeconds) : Self.seconds($0) ?? .zero }
    }

    /// The maximum value of a directive in seconds, about 68 years.
    static let maximumSeconds = 2_147_483_648.0

    /// Parses a number of seconds and limits it to 68 years.
    ///
    /// Returns `nil` if the text is not a number.
    static func seconds(_ text: String) -> Duration? {
        guard text.isNumber else { return nil }
        return .seconds(min(Int64(text) ?? .max, Int64(maximumSeconds)))
    }

    /// Removes the surrounding whitespace and quotes.
    static func trimmed(_ text: some StringProtocol) -> String { text.trimming(" \t\"") }
}

extension StringProtocol {
    /// Returns the text without the given ASCII characters at both ends.
    func trimming(_ characters: String) -> String {
        let bytes = Array(utf8.drop { characters.utf8.contains($0) })
        let last = bytes.lastIndex { !characters.utf8.contains($0) }
        return last.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
    }

    /// Whether the text consists of digits.
    var isNumber: Bool { !isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}
