import Foundation
import Rill
import RillDigests
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// A sample server, with a client for arbitrary requests.
struct SampleAzure: Sendable {
    /// A response of the sample server.
    struct Response: Sendable {
        let head: HTTPResponse
        let body: [UInt8]

        var status: Int { head.status.code }
        var text: String { String(decoding: body, as: UTF8.self) }

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

        /// Returns the texts of all elements with a name.
        func texts(_ element: String) -> [String] {
            text.split(separator: "<\(element)>").dropFirst().map { rest in
                rest.split(separator: "</", maxSplits: 1, omittingEmptySubsequences: false).first.map { String($0) }
                    ?? ""
            }
        }

        /// Returns the text of the first element with a name.
        func first(_ element: String) -> String? { texts(element).first }

        /// The error code, which is contained in a header field even if there is no body.
        var code: String? { self["x-ms-error-code"] }
    }

    /// A request that accepts any response.
    private struct Anything: Request {
        typealias Response = SampleAzure.Response
        var target: String
        var method: HTTPRequest.Method
        var headerFields: HTTPFields
        var body: HTTPBody?
        var path: URLPath { URLPath(encoded: target) }

        func accepts(_ status: HTTPResponse.Status) -> Bool { true }

        var parser: ResponseParser<SampleAzure.Response> {
            ResponseParser { head, body, _ in SampleAzure.Response(head: head, body: [UInt8](body)) }
        }
    }

    enum Service {
        case blob
        case queue
    }

    let storage: SampleAzureStorage
    let clock: SampleClock
    private let blobs: Client
    private let queues: Client

    static let account = "devstoreaccount1"
    static let version = "2021-08-06"

    /// The date of the signature vectors.
    static let date = "Sat, 21 Nov 2026 00:00:00 GMT"

    /// Runs a test with a sample server without data, whose clock is set to the date of the signature vectors.
    static func with(
        _ options: SampleAzureStorage.Options = SampleAzureStorage.Options(), hasSamples: Bool = false,
        _ body: (SampleAzure) async throws -> Void
    ) async throws {
        let clock = SampleClock()
        var options = options
        options.now = { clock.now }
        options.hasSamples = hasSamples
        let storage = try SampleAzureStorage(options: options)
        defer { storage.stop() }
        try await body(
            SampleAzure(
                storage: storage, clock: clock, blobs: Client(baseURL: storage.blobServer.baseURL),
                queues: Client(baseURL: storage.queueServer.baseURL)))
    }

    // MARK: Requests

    /// Sends a request unchanged.
    func send(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields = [:],
        _ body: HTTPBody? = nil
    ) async throws -> Response {
        let client = service == .blob ? blobs : queues
        return try await client.send(
            Anything(target: target, method: method, headerFields: fields, body: body)
        ).firstValue()
    }

    /// Sends a request signed with the account key.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - method: The method.
    ///   - target: The percent-encoded path after the account name, and the query.
    ///   - fields: The header fields, without the signature.
    ///   - body: The body. Defaults to none.
    /// - Returns: The response, with any status code.
    /// - Throws: An error if there is no response.
    func sendSigned(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String] = [:],
        _ body: [UInt8]? = nil
    ) async throws -> Response {
        let target = "/\(Self.account)\(target)"
        var fields = fields
        fields["x-ms-date"] = HTTPDate.text(clock.now)
        fields["x-ms-version"] = fields["x-ms-version"] ?? Self.version
        if body != nil { fields["Content-Type"] = fields["Content-Type"] ?? "application/octet-stream" }
        let text = Self.stringToSign(method, target, fields, count: body?.count ?? 0)
        fields["Authorization"] = "SharedKey \(Self.account):\(Self.signature(of: text))"
        return try await send(service, method, target, Self.fields(fields), body.map { HTTPBody($0, contentType: nil) })
    }

    /// Sends a signed request with a text as its body.
    func sendSigned(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String] = [:],
        text: String
    ) async throws -> Response {
        try await sendSigned(service, method, target, fields, Array(text.utf8))
    }

    static func fields(_ fields: [String: String]) -> HTTPFields {
        HTTPFields(
            fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }

    // MARK: Signing

    static func signature(of text: String, key: String = SampleAzureStorage.publishedKey) -> String {
        let key = [UInt8](Data(base64Encoded: key) ?? Data())
        return Data(SHA256.authenticationCode(for: Array(text.utf8), key: key)).base64EncodedString()
    }

    private static func stringToSign(
        _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String], count: Int
    ) -> String {
        let names = [
            "Content-Encoding", "Content-Language", "", "Content-MD5", "Content-Type", "Date", "If-Modified-Since",
            "If-Match", "If-None-Match", "If-Unmodified-Since", "Range",
        ]
        var text = "\(method.rawValue)\n"
        for name in names { text += (name.isEmpty ? count > 0 ? "\(count)" : "" : fields[name] ?? "") + "\n" }
        for (name, value) in fields.map({ ($0.key.lowercased(), $0.value) }).sorted(by: { $0.0 < $1.0 })
        where name.hasPrefix("x-ms-") {
            text += "\(name):\(value)\n"
        }
        let parts = target.split(separator: "?", maxSplits: 1)
        text += "/\(account)\(parts[0])"
        guard parts.count > 1 else { return text }
        let pairs = parts[1].split(separator: "&").map { pair in
            pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
        }
        for pair in pairs.sorted(by: { $0[0] < $1[0] }) { text += "\n\(pair[0]):\(pair.count > 1 ? pair[1] : "")" }
        return text
    }
}

/// A clock that advances only on request.
final class SampleClock: @unchecked Sendable {  // `time` is guarded by `lock`
    private let lock = NSLock()

    /// The date of the signature vectors.
    private var time = Date(timeIntervalSince1970: 1_795_219_200)

    var now: Date { lock.withLock { time } }

    func advance(by seconds: TimeInterval) {
        lock.withLock { time += seconds }
    }
}

/// Verifies the outcomes of responses: the error code, or the status code if there is none.
///
/// An outcome such as `400 InvalidUri` specifies both.
func expectOutcomes(
    _ rows: (response: SampleAzure.Response, outcome: String)..., at location: SourceLocation = #_sourceLocation
) {
    for (index, (response, expected)) in rows.enumerated() {
        let (status, code) = ("\(response.status)", response.code)
        let outcome = expected.contains(" ") ? "\(status) \(code ?? "-")" : code ?? status
        #expect(outcome == expected, "row \(index): \(response.text)", sourceLocation: location)
    }
}
