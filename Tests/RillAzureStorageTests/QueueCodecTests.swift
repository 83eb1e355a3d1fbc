import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillAzureStorage

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct QueueCodecTests {
    @Test(arguments: [
        "", "a", "こんにちは", "<a>&\"'</a>", " \r\n\t", "🇯🇵", "44GT", "]]>", "a\rb",
    ])
    func decodesEncodedText(text: String) throws {
        for codec in [MessageCodec.base64, .plain] {
            let queue = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
            #expect(Recorder(QueueClient(queue, codec: codec).send(text, to: "jobs")).isCompleted)
            // Return the sent text in the response.
            let body = try #require(queue.requests.first?.bodyText)
            let element = body.firstRange(of: "<MessageText").map { body[$0.lowerBound...] } ?? ""
            let end = element.firstRange(of: "</QueueMessage>").map { element[..<$0.lowerBound] } ?? ""
            let response = QueueFixtures.received.replacing(
                "<MessageText>44GT44KT44Gr44Gh44Gv</MessageText>", with: end)
            let receiver = StubTransport { _ in QueueFixtures.xml(response) }
            let messages = Recorder(QueueClient(receiver, codec: codec).receive(from: "jobs")).values.first
            #expect(messages?.map(\.text) == [text], "\(codec)")
            #expect(messages?.map(\.rawText) == [codec.raw(text)], "\(codec)")
        }
    }

    @Test(arguments: [
        ("aGVs\nbG8=", "hello"), ("aGVs\r\n  bG8=\n", "hello"), ("hello, world", "hello, world"), ("/w==", "/w=="),
        ("aGVsbG8", "aGVsbG8"), ("{\"a\":1}", "{\"a\":1}"), ("", ""), ("    ", "    "), ("\n", "\n"), ("====", "===="),
    ])
    func returnsInvalidBase64Unchanged(raw: String, text: String) {
        #expect(MessageCodec.base64.text(raw) == text)
        #expect(MessageCodec.plain.text(raw) == raw)
    }

    @Test func escapesPlainText() {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        #expect(Recorder(QueueClient(transport, codec: .plain).send("a < b & c", to: "jobs")).isCompleted)
        #expect(
            transport.requests.first?.bodyText?.contains("<MessageText>a &lt; b &amp; c</MessageText>") == true)
    }
}
