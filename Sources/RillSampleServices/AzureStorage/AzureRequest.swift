internal import Foundation
internal import RillHTTPTesting
internal import RillSystem

/// A request to Azure Storage, with its path split below the account, and its query decoded without treating `+` as a
/// space.
struct AzureRequest: Sendable {
    let request: LoopbackServer.Request

    /// The date when the request was received, according to the sample server's clock.
    let now: Date

    /// The first path component, decoded.
    let account: String

    /// The second path component, which is a container or queue, decoded, or `nil` if there is none.
    let container: String?

    /// The remaining path, including slashes, decoded, or `nil` if there is none.
    let rest: String?

    /// The decoded query parameters, in order.
    ///
    /// `+` is a plus sign.
    let query: [(name: String, value: String)]

    init(_ request: LoopbackServer.Request, now: Date) throws {
        self.request = request
        self.now = now
        let parts = request.path.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let decoded = parts.map { $0.percentDecoded }
        guard !decoded.contains(nil) else { throw AzureError("InvalidUri") }
        let segments = decoded.map { $0.flatMap { $0.isEmpty ? nil : $0 } }
        account = (segments.first ?? nil) ?? ""
        container = segments.count > 1 ? segments[1] : nil
        rest = segments.count > 2 ? segments[2] : nil
        let text = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
        query = PercentDecoding.pairs(text.first ?? "", plusIsSpace: false)
    }

    var method: HTTPRequest.Method { request.method }

    /// Whether the method is `GET` or `HEAD`.
    var isRead: Bool { method == .get || method == .head }

    /// Returns the first value of a query parameter, or `nil` if it is missing or empty.
    func parameter(_ name: String) -> String? {
        query.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
    }

    /// Returns the value of a header field, or `nil` if it is missing or empty.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the converted value of a header field, or `nil` if it is missing or empty.
    ///
    /// Throws if the closure returns `nil`.
    func header<Value>(_ name: String, _ convert: (String) -> Value?) throws -> Value? {
        guard let text = header(name) else { return nil }
        guard let value = convert(text) else { throw AzureError.invalidHeader(name, text) }
        return value
    }

    var hasBody: Bool { !request.body.isEmpty }

    /// Returns the XML document in the body.
    func document(_ root: String) throws -> AzureElement {
        guard let document = AzureElement.read(request.body, root: root) else { throw AzureError("InvalidXmlDocument") }
        return document
    }

    /// Returns the value of a required header field.
    func requiredHeader(_ name: String) throws -> String {
        guard let value = header(name) else { throw AzureError.missingHeader(name) }
        return value
    }

    /// The API version.
    var version: String { header("x-ms-version") ?? AzureService.newestVersion }

    /// The URL of the service, based on the `Host` header field of the request.
    var endpoint: String { "\(request.serverURL)/\(account)" }

    // MARK: Numbers

    /// Returns the value of a numeric query parameter.
    ///
    /// Throws if it is outside the range.
    func number(_ name: String, default fallback: Int, in bounds: ClosedRange<Int>) throws -> Int {
        guard let text = parameter(name) else { return fallback }
        guard let number = Int(text) else { throw AzureError.invalidParameter(name, text) }
        guard bounds.contains(number) else { throw AzureError.outOfRange(name, text, bounds) }
        return number
    }

    /// Returns the value of a Boolean query parameter, or `false` if it is missing.
    func flag(_ name: String) throws -> Bool {
        switch parameter(name)?.lowercased() {
        case nil, "false": false
        case "true": true
        case let text?: throw AzureError.invalidParameter(name, text)
        }
    }

    /// Returns the value of a required query parameter.
    func required(_ name: String) throws -> String {
        guard let value = parameter(name) else {
            throw AzureError("MissingRequiredQueryParameter").with("QueryParameterName", name)
        }
        return value
    }
}

/// The dates of shared access signatures and stored access policies.
enum AzureDate {
    /// Parses a date in one of the formats of the service, in which seconds and the time are optional.
    static func parse(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,7})?)?Z)?/#) else {
            return nil
        }
        let whole = match.output.1 != nil && match.output.2 == nil ? "\(text.dropLast()):00Z" : text
        return try? DateText.parse(whole, timeZone: .gmt)
    }
}

/// The naming rules for containers and queues.
enum AzureNames {
    private static let lengths = 3...63
    private static let special = ["$root", "$logs", "$web"]

    /// Throws if a name is invalid.
    static func check(_ name: String, isContainer: Bool) throws {
        if isContainer, special.contains(name) { return }
        guard lengths.contains(name.utf8.count) else { throw AzureError("OutOfRangeInput") }
        guard name.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil else { throw AzureError("InvalidResourceName") }
    }
}
