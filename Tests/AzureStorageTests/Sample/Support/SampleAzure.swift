import Digests
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import SampleServices
import Testing

/// A sample of Azure Storage, and someone who asks it whatever a test wants to.
struct SampleAzure: Sendable {
    /// What is answered.
    struct Answer: Sendable {
        let head: HTTPResponse
        let body: [UInt8]

        var status: Int { head.status.code }
        var text: String { String(decoding: body, as: UTF8.self) }

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

        /// The texts of all elements of a name.
        func texts(_ element: String) -> [String] {
            text.split(separator: "<\(element)>").dropFirst().map { rest in
                rest.split(separator: "</", maxSplits: 1, omittingEmptySubsequences: false).first.map { String($0) }
                    ?? ""
            }
        }

        /// The text of the first element of a name.
        func first(_ element: String) -> String? { texts(element).first }

        /// The error's code, which stands in a field, and in the body if there is one.
        var code: String? { self["x-ms-error-code"] }
    }

    /// Any request, any answer.
    private struct Anything: Request {
        typealias Response = Answer
        var target: String
        var method: HTTPRequest.Method
        var headerFields: HTTPFields
        var body: HTTPBody?
        var path: URLPath { URLPath(encoded: target) }

        func accepts(_ status: HTTPResponse.Status) -> Bool { true }

        var parser: ResponseParser<Answer> {
            ResponseParser { head, body, _ in Answer(head: head, body: [UInt8](body)) }
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

    /// The date of the vectors.
    static let date = "Sat, 21 Nov 2026 00:00:00 GMT"

    /// Starts a sample at the date of the vectors, without anything in it; it lives as long as the test's body.
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

    // MARK: Asking

    /// Sends a request exactly as it is.
    func send(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields = [:],
        _ body: HTTPBody? = nil
    ) async throws -> Answer {
        let client = service == .blob ? blobs : queues
        return try await client.send(
            Anything(target: target, method: method, headerFields: fields, body: body)
        ).firstValue()
    }

    /// Sends a request of the owner's, who signs it.
    ///
    /// - Parameters:
    ///   - service: Who is asked.
    ///   - method: The method.
    ///   - target: The path behind the account, and the query, percent-encoded.
    ///   - fields: The fields, without those of a signature.
    ///   - body: The body.
    /// - Returns: The answer, whatever its status is.
    /// - Throws: That there is no answer.
    func ask(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String] = [:],
        _ body: [UInt8]? = nil
    ) async throws -> Answer {
        let target = "/\(Self.account)\(target)"
        var fields = fields
        fields["x-ms-date"] = HTTPDate.text(clock.now)
        fields["x-ms-version"] = fields["x-ms-version"] ?? Self.version
        if body != nil { fields["Content-Type"] = fields["Content-Type"] ?? "application/octet-stream" }
        let text = Self.stringToSign(method, target, fields, count: body?.count ?? 0)
        fields["Authorization"] = "SharedKey \(Self.account):\(Self.signature(of: text))"
        return try await send(service, method, target, Self.fields(fields), body.map { HTTPBody($0, contentType: nil) })
    }

    /// Sends a request of the owner's with a text in its body.
    func ask(
        _ service: Service, _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String] = [:],
        text: String
    ) async throws -> Answer {
        try await ask(service, method, target, fields, Array(text.utf8))
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

/// A clock that stands still until a test moves it.
final class SampleClock: @unchecked Sendable {  // `time` is guarded by `lock`
    private let lock = NSLock()

    /// The date of the vectors.
    private var time = Date(timeIntervalSince1970: 1_795_219_200)

    var now: Date { lock.withLock { time } }

    func advance(by seconds: TimeInterval) {
        lock.withLock { time += seconds }
    }
}
