internal import RillHTTP

/// What of a request decides which entry answers it; without secrets, so that it may be told.
struct RequestKey: CustomStringConvertible {
    /// The method and the address.
    let description: String

    private let method: String
    private let origin: String
    private let path: [String]
    private let query: [HAR.Pair]
    private let headers: [HAR.Pair]
    private let body: BodyKey?

    /// Takes a request apart that holds no secrets any more.
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
        // In a path a plus sign is a plus sign.
        self.path = (path.isEmpty ? "/" : path).split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0) }
        query = PercentDecoding.pairs(rest[path.endIndex...].dropFirst()).map(HAR.Pair.init)
        headers = request.headers
        body = request.postData.flatMap { data in data.body.map { BodyKey($0, type: data.mimeType) } }
    }

    private static func host(_ authority: Substring, _ scheme: String) -> String {
        let host = (authority.split(separator: "@").last ?? "").lowercased()
        let port = scheme == "http" ? ":80" : ":443"
        return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
    }

    /// What differs in a request from this one, which was recorded; nothing if this entry answers it.
    func differences(from asked: RequestKey, _ matching: CassetteTransport.Matching) -> [Difference] {
        var result: [Difference] = []
        if matching.parts.contains(.method), method != asked.method {
            result.append(Difference(weight: 4, "method", method, asked.method))
        }
        if matching.parts.contains(.origin), origin != asked.origin {
            result.append(Difference(weight: 8, "server", origin, asked.origin))
        }
        if matching.parts.contains(.path), !fits(path, asked.path) {
            let shared = zip(path, asked.path).count { RedactedText.fits($0, $1) }
            let distance = max(path.count, asked.path.count) - shared
            let texts = (path.joined(separator: "/"), asked.path.joined(separator: "/"))
            result.append(Difference(weight: 4 + distance, "path", texts.0, texts.1))
        }
        if matching.parts.contains(.query) {
            result += PairComparison.differences(in: "query item", query, asked.query)
        }
        for name in matching.headerFields.map(\.canonicalName).sorted() {
            result += PairComparison.differences(in: "field", fields(name), asked.fields(name))
        }
        if matching.parts.contains(.body), let body, let askedBody = asked.body {
            result += body.differences(from: askedBody)
        }
        return result
    }

    private func fits(_ recorded: [String], _ asked: [String]) -> Bool {
        recorded.count == asked.count && zip(recorded, asked).allSatisfy { RedactedText.fits($0, $1) }
    }

    private func fields(_ name: String) -> [HAR.Pair] {
        headers.filter { $0.name.lowercased() == name }.map { HAR.Pair(name: name, value: $0.value) }
    }
}
