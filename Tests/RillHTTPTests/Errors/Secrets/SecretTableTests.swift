import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests that secrets in every part of a request, repeated by a server in every spelling, do not appear in any text
/// that the package writes.
///
/// The table has the dimensions place × spelling × response, and each cell checks all outputs. In promised places and
/// spellings, each response is sent; ``HarmlessTextTests`` has the texts that do not change.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SecretTableTests {
    /// The secret consists of a core that only Base64 changes and of characters that the other spellings change.
    private static let core = "s3cr3tK7", secret = "a\"<é&'%/+\\ \(core)", number = "4815162342"

    /// The texts that indicate that a secret was not redacted: the core and its Base64 encodings.
    private static let traces: [String] =
        [core, number]
        + ["", "x", "xy"].map { prefix in
            String(Data((prefix + secret).utf8).base64EncodedString().dropFirst(20).prefix(6))
        }

    private static func texts(of value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value)\n\(String(reflecting: value))\n\(dumped)"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    /// Returns responses that repeat a text in the reason phrase, in header fields and in the body.
    private static func responses(repeating text: String) -> [StubTransport.Response] {
        let phrase = HTTPResponse.Status(code: 422, reasonPhrase: "no \(text), no")
        let fields: HTTPFields = [
            .init(literal: "X-Note"): "no \(text), no", .location: "https://h/?was=\(text)", .setCookie: "a=\(text)",
        ]
        return [
            .text("no \(text), no", status: phrase, fields: fields),
            .json("{\"message\":\(quoted("no \(text), no")),\"type\":\"t\"}", status: 422),
            .text("no \(text), no"),
            .fail(TransportError(.other, "no \(text), no")),
        ]
    }

    /// Sends a secret in a part of a request and returns all texts written about the exchange.
    private func texts(of location: SecretLocation, _ response: StubTransport.Response) throws -> [String] {
        let lines = Log<String>()
        let stub = StubTransport { _ in response }
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        var client = makeClient(
            stub, middleware: [Logging(.verbose) { lines.append($0) }, Logging { lines.append($0) }])
        client.transport = CassetteTransport(tape, mode: .all, recording: stub)
        let carrier = try location.make(location.isNumber ? Self.number : Self.secret)
        let error = try Recorder(client.send(carrier)).failure()
        let sent = try #require(stub.requests.first).message
        return lines.entries + [
            Self.texts(of: error), error.localizedDescription, error.reason, error.url, error.bodyPrefix,
            error.underlying.map { Self.texts(of: $0) } ?? "", Self.texts(of: sent),
            sent.curlCommand(body: carrier.body), try String(contentsOf: tape, encoding: .utf8),
        ]
    }

    @Test(arguments: SecretLocation.all)
    func noTextContainsSecret(location: SecretLocation) throws {
        for (index, spelling) in location.spellings.enumerated() {
            let responses = Self.responses(repeating: spelling.write(location.isNumber ? Self.number : Self.secret))
            // In other cells, use one kind of response, which differs between the parts of a request.
            let isPromised = location.isPromised && spelling.isPromised && !location.isLarge
            let one = responses[(index + location.name.utf8.count) % responses.count]
            for response in isPromised ? responses : [one] {
                let texts = try texts(of: location, response)
                #expect(texts.contains { $0.contains("<redacted>") })
                let found = texts.first { text in Self.traces.contains { text.contains($0) } }
                #expect(found == nil, "\(spelling.name)")
            }
        }
    }
}
