import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTracing
import Testing

/// Tests that secrets in every part of a request, repeated by a server in every spelling, do not appear in any text
/// that the package writes.
///
/// The table has the dimensions place × spelling × output. A cell covers all responses that repeat the secret. Promised
/// are the places and spellings that `SECURITY.md` lists; ``HarmlessTextTests`` has the texts that do not change.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SecretTableTests {
    /// The secret consists of a core that only Base64 changes and of characters that the other spellings change.
    private static let core = "s3cr3tK7", secret = "a\"<é&'%/+\\ \(core)", number = "4815162342"

    /// The texts that indicate that a secret was not redacted: the core and its other spellings.
    private static let traces: [String] =
        [core, core.uppercased(), number, core.utf8.map { String($0, radix: 16) }.joined()]
        + ["", "x", "xy"].map { prefix in
            String(Data((prefix + secret).utf8).base64EncodedString().dropFirst(20).prefix(6))
        }

    private static func texts(of value: Any) -> String {
        "\(value)\n\(String(reflecting: value))\n\(dumped(value))"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    /// Returns responses that repeat a text in the reason phrase, in header fields, in bodies, and in an error.
    private static func responses(repeating text: String) -> [StubTransport.Response] {
        let phrase = HTTPResponse.Status(code: 422, reasonPhrase: "no \(text), no")
        let fields: HTTPFields = [
            .init(literal: "X-Note"): "no \(text), no", .location: "https://h/?was=\(text)", .setCookie: "a=\(text)",
        ]
        return [
            .text("no \(text), no", status: phrase, fields: fields),
            .json("{\"message\":\(quoted("no \(text), no")),\"type\":\"t\"}", status: 422),
            .text("no \(text), no"), .text("<a>no \(text), no</a>", type: "text/xml", status: 500),
            .fail(TransportError(.other, "no \(text), no")),
        ]
    }

    /// Sends a request and returns all texts written about the exchange, by output.
    private static func outputs(of request: some Request, _ response: StubTransport.Response) throws -> [String: String]
    {
        let lines = Log<String>()
        let values = Log<String>()
        let stub = StubTransport { _ in response }
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        let trace = try TraceRecorder(path: files.path("trace.json"), scheduler: ImmediateScheduler.shared)
        var client = makeClient(
            stub, middleware: [Logging(.verbose) { lines.append($0) }, Logging { lines.append($0) }])
        client.transport = CassetteTransport(tape, mode: .all, recording: stub)
        client.instruments = [trace]
        client.onMetrics = { values.append(texts(of: $0)) }
        let error = try Recorder(client.send(request)).failure()
        try trace.close()
        let sent = try #require(stub.requests.first)
        return [
            "error": "\(texts(of: error)) \(error.localizedDescription) \(error.url) \(error.bodyPrefix)",
            "underlying error": error.underlying.map { texts(of: $0) } ?? "",
            "log": lines.entries.joined(separator: "\n"), "metrics": values.entries.joined(separator: "\n"),
            "trace": try String(contentsOfFile: files.path("trace.json"), encoding: .utf8),
            "request": texts(of: sent.message), "cURL": sent.message.curlCommand(body: sent.body),
            "cassette": try String(contentsOf: tape, encoding: .utf8),
        ]
    }

    /// Returns the outputs that contain a secret in a place, which a server repeats in a spelling.
    private static func leaks(_ location: SecretLocation, _ spelling: SecretSpelling) throws -> Set<String> {
        let secret = location.isNumber ? number : secret
        var leaks: Set<String> = []
        for response in responses(repeating: spelling.write(secret)) {
            let outputs = try outputs(of: location.make(secret), response)
            #expect(outputs.values.contains { $0.contains("redacted") } || !location.isPromised)
            leaks.formUnion(outputs.filter { text in traces.contains { text.value.contains($0) } }.keys)
        }
        return leaks
    }

    @Test(arguments: SecretLocation.promised)
    func promisedCellsContainNoSecret(location: SecretLocation) throws {
        for spelling in location.isNumber ? Array(SecretSpelling.promised.prefix(2)) : SecretSpelling.promised {
            let leaks = try Self.leaks(location, spelling)
            #expect(leaks == [], "\(spelling.name)")
        }
    }

    /// A place or a spelling in which no secret is left must be promised.
    @Test func otherCellsAreNotPromised() throws {
        let unchanged = try #require(SecretSpelling.promised.first)
        for location in SecretLocation.unpromised {
            #expect(try Self.leaks(location, unchanged).contains("error"), "\(location.name)")
        }
        let token = try #require(SecretLocation.promised.first { $0.name.hasPrefix("query") })
        for spelling in SecretSpelling.unpromised {
            #expect(try Self.leaks(token, spelling).contains("error"), "\(spelling.name)")
        }
    }

    private struct SecretResponse: Request {
        typealias Response = Int
        var path: URLPath { "/key" }
        var parser: ResponseParser<Int> { .json.withSecretBody }
    }

    /// A response that a parser declares secret.
    @Test(arguments: SecretSpelling.promised + SecretSpelling.unpromised)
    func secretResponseIsInNoOutput(spelling: SecretSpelling) throws {
        let text = spelling.write(Self.secret)
        for response in [
            .text(text), .text("<a>\(text)</a>", type: "text/xml"), .json(Self.quoted(text)),
            .json("[\(Self.quoted(text))]"), .json("{\"value\":\(Self.quoted(text))}"),
        ] as [StubTransport.Response] {
            let outputs = try Self.outputs(of: SecretResponse(), response)
            let leaks = outputs.filter { text in Self.traces.contains { text.value.contains($0) } }
            #expect(Array(leaks.keys) == [])
        }
    }
}
