import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Secrets in every place of a request, repeated by a server in every spelling, are in no text that the package writes.
@Suite struct SecretTableTests {
    /// Has a core that no spelling but Base64 changes, and everything that one of them does change.
    private static let core = "s3cr3tK7", secret = "a\"<é&'%/+\\ \(core)", number = "4815162342"

    /// What is left of the secret in a text in whatever spelling: the core, or what Base64 makes of it.
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

    /// What a careless server responds: what it was sent, in the status line, in a field and in the body.
    private static func responses(repeating text: String) -> [StubTransport.Answer] {
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

    /// Sends a secret in a place, and returns all texts that are written of the exchange.
    private func texts(of place: SecretPlace, _ response: StubTransport.Answer) throws -> [String] {
        let lines = Log<String>()
        let stub = StubTransport { _ in response }
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        var client = makeClient(
            stub, middleware: [Logging(.verbose) { lines.append($0) }, Logging { lines.append($0) }])
        client.transport = CassetteTransport(tape, mode: .all, recording: stub)
        let carrier = try place.make(place.isNumber ? Self.number : Self.secret)
        let error = try Recording(client.send(carrier)).failure()
        let sent = try #require(stub.requests.first).message
        return lines.entries + [
            Self.texts(of: error), error.localizedDescription, error.reason, error.url, error.bodyPrefix,
            error.underlying.map { Self.texts(of: $0) } ?? "", Self.texts(of: sent),
            sent.curlCommand(body: carrier.body), try String(contentsOf: tape, encoding: .utf8),
        ]
    }

    @Test(arguments: SecretPlace.all)
    func noTextHoldsASecret(place: SecretPlace) throws {
        for (index, spelling) in place.spellings.enumerated() {
            let responses = Self.responses(repeating: spelling.write(place.isNumber ? Self.number : Self.secret))
            // One kind of response for each spelling, which differs from place to place.
            let response = responses[(index + place.name.utf8.count) % responses.count]
            let texts = try texts(of: place, response)
            #expect(texts.contains { $0.contains("<redacted>") })
            let found = texts.first { text in Self.traces.contains { text.contains($0) } }
            #expect(found == nil, "\(spelling.name)")
        }
    }
}
