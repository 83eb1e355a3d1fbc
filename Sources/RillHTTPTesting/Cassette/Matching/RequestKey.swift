internal import RillHTTP

/// The parts of a request that are compared to find a matching entry.
///
/// The key of a redacted request contains no secrets, so it can be used in messages.
struct RequestKey: CustomStringConvertible {
    /// The method and the URL.
    let description: String

    private let method: String
    /// The scheme, the host in lowercase, and the port unless it is the default one.
    let origin: String
    private let path: [String]
    private let query: [HAR.Pair]
    private let headers: [HAR.Pair]
    private let body: BodyKey?

    /// Creates a key from a request.
    init(_ request: HAR.Request) {
        description = "\(request.method) \(request.url)"
        method = request.method
        let url = request.url.prefix { $0 != "#" }
        let schemeEnd = url.firstRange(of: "://")
        let scheme = schemeEnd.map { url[..<$0.lowerBound].lowercased() } ?? ""
        let rest = schemeEnd.map { url[$0.upperBound...] } ?? url
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        origin = "\(scheme)://\(Self.host(authority, scheme))"
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        // In a path, a plus sign does not represent a space.
        self.path = (path.isEmpty ? "/" : path).split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0) }
        query = PercentDecoding.pairs(rest[path.endIndex...].dropFirst()).map(HAR.Pair.init)
        headers = request.headers
        body = request.postData.flatMap { data in data.body.map { BodyKey($0, type: data.mimeType) } }
    }

    /// Creates a key from a method and a URL.
    init(method: String = "", url: String) {
        self.init(HAR.Request(method: method, url: url, headers: [], bodySize: 0))
    }

    private static func host(_ authority: Substring, _ scheme: String) -> String {
        let host = (authority.split(separator: "@").last ?? "").lowercased()
        let port = scheme == "http" ? ":80" : ":443"
        return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
    }

    /// Returns whether this recorded request matches another request.
    func matches(_ requested: RequestKey, _ matching: CassetteTransport.Matching) -> Bool {
        // Most other entries differ in their path, which is faster to compare than to describe.
        let isElsewhere = matching.parts.contains(.path) && !matches(path, requested.path)
        return !isElsewhere && differences(from: requested, matching).isEmpty
    }

    /// Returns the differences between this recorded request and another request.
    ///
    /// Empty if this entry matches.
    func differences(from requested: RequestKey, _ matching: CassetteTransport.Matching) -> [Difference] {
        var result: [Difference] = []
        if matching.parts.contains(.method), method != requested.method {
            result.append(Difference(weight: 4, "method", method, requested.method))
        }
        if matching.parts.contains(.origin), origin != requested.origin {
            result.append(Difference(weight: 8, "origin", origin, requested.origin))
        }
        if matching.parts.contains(.path), !matches(path, requested.path) {
            let shared = zip(path, requested.path).count { RedactedText.matches($0, $1) }
            let distance = max(path.count, requested.path.count) - shared
            let texts = (path.joined(separator: "/"), requested.path.joined(separator: "/"))
            result.append(Difference(weight: 4 + distance, "path", texts.0, texts.1))
        }
        if matching.parts.contains(.query) {
            result += PairComparison.differences(in: "query item", query, requested.query)
        }
        for name in matching.headerFields.map(\.canonicalName).sorted() {
            result += PairComparison.differences(in: "header field", fields(name), requested.fields(name))
        }
        if matching.parts.contains(.body), let body, let requestedBody = requested.body {
            result += body.differences(from: requestedBody)
        }
        return result
    }

    /// Returns whether the URL of the request is at or below the URL of another request.
    func isBelow(_ base: RequestKey) -> Bool {
        let folder = base.path.last == "" ? base.path.dropLast() : base.path[...]
        return origin == base.origin && path.starts(with: folder, by: RedactedText.isEqual)
    }

    private func matches(_ recorded: [String], _ requested: [String]) -> Bool {
        recorded.count == requested.count && zip(recorded, requested).allSatisfy { RedactedText.matches($0, $1) }
    }

    private func fields(_ name: String) -> [HAR.Pair] {
        headers.filter { $0.name.lowercased() == name }.map { field in
            let isType = name == HTTPField.Name.contentType.canonicalName
            // Clients generate a new boundary for each request.
            let value = isType ? MediaType.setting("boundary", to: "boundary", in: field.value) : field.value
            return HAR.Pair(name: name, value: value)
        }
    }
}
