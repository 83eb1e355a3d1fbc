internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// A request as Azure Storage looks at it: a path below an account, a query without the forms' plus sign, header fields.
struct AzureRequest: Sendable {
    let request: LoopbackServer.Request

    /// When it has arrived, by the clock of the sample.
    let now: Date

    /// The first segment of the path, decoded.
    let account: String

    /// The second segment, a container or a queue, decoded; nil if there is none.
    let container: String?

    /// What follows behind that, slashes included, decoded; nil if there is nothing.
    let rest: String?

    /// The pairs of the query, in their order, decoded: `+` is a plus sign.
    let query: [(name: String, value: String)]

    init(_ request: LoopbackServer.Request, now: Date) throws(AzureRefusal) {
        self.request = request
        self.now = now
        let parts = request.path.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let decoded = parts.map { $0.removingPercentEncoding }
        guard !decoded.contains(nil) else { throw .invalidURI }
        let segments = decoded.map { $0.flatMap { $0.isEmpty ? nil : $0 } }
        account = (segments.first ?? nil) ?? ""
        container = segments.count > 1 ? segments[1] : nil
        rest = segments.count > 2 ? segments[2] : nil
        let text = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
        query = Self.pairs(text.first ?? "")
    }

    /// The pairs of a query, decoded.
    static func pairs(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decode(sides[0]), sides.count > 1 ? PercentEncoding.decode(sides[1]) : "")
        }
    }

    var method: HTTPRequest.Method { request.method }

    /// Whether it only asks: by `GET` or `HEAD`.
    var isRead: Bool { method == .get || method == .head }

    /// The first value of the query under a name; nil if there is none, or an empty one.
    func parameter(_ name: String) -> String? {
        query.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
    }

    /// The value of a header field; nil if there is none, or an empty one.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where the service is, as the client knows it.
    var endpoint: String { "http://\(request.fields[.host] ?? "127.0.0.1")/\(account)" }

    // MARK: Numbers

    /// A number of the query within bounds.
    func number(
        _ name: String, default fallback: Int, in bounds: ClosedRange<Int>
    ) throws(AzureRefusal) -> Int {
        guard let text = parameter(name) else { return fallback }
        guard let number = Int(text) else { throw .invalidParameter(name, text) }
        guard bounds.contains(number) else { throw .outOfRange(name, text, bounds) }
        return number
    }

    /// A parameter that has to be there.
    func required(_ name: String) throws(AzureRefusal) -> String {
        guard let value = parameter(name) else { throw .missingParameter(name) }
        return value
    }
}
