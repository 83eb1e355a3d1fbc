import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

/// Tests that no text of a server forges a line, controls a terminal or changes the order of other characters, wherever
/// it enters an error or a log.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DeceptiveTextTests {
    /// The places of a response that can contain a text.
    private enum Place: CaseIterable {
        case body, field, reason, name, value, contentType, serviceError, location, failure

        func response(_ text: String) -> StubTransport.Response {
            let encoded = (try? JSONEncoder().encode(["message": text, "type": "t"])) ?? Data()
            let escaped = String(decoding: encoded, as: UTF8.self)
            switch self {
            case .body: return .text("x \(text) y", status: .badRequest)
            case .field: return .text("", status: .badRequest, fields: [.init(literal: "X-E"): "x \(text) y"])
            case .reason: return .status(.init(code: 400, reasonPhrase: "r \(text) s"))
            case .name: return .json("{\"k\(text)\": 1}")
            case .value: return .json(escaped)
            case .contentType: return .text("x", fields: [.contentType: "te\(text)"])
            case .serviceError: return .json(escaped, status: .badRequest)
            case .location: return .status(.found, fields: [.location: "foo\(text)://x/\(text)"])
            case .failure: return .fail(TransportError(.other, "t \(text) u"))
            }
        }
    }

    private static func texts(of value: Any) -> [String] { ["\(value)", String(reflecting: value), dumped(value)] }

    @Test(arguments: DeceptiveText.replaced + DeceptiveText.removed)
    func errorsAndLogsContainNoDeceptiveCharacter(_ character: Unicode.Scalar) throws {
        for place in Place.allCases {
            let log = Log<String>()
            let stub = StubTransport { _ in place.response("A\(character)FAKE") }
            let client = makeClient(stub, middleware: [FollowRedirects(), Logging(.verbose) { log.append($0) }])
            let error = try Recorder(client.send(Anything<[Int]>())).failure()
            let lines = (Self.texts(of: error) + [error.localizedDescription] + log.entries)
                .flatMap { $0.unicodeScalars.split(separator: "\n").map { String($0) } }
            #expect(!lines.contains { $0.hasPrefix("FAKE") }, "\(place)")
            // The texts of the underlying error can have several lines. A `DecodingError` is the decoder's own.
            let underlying = error.underlying.flatMap { $0 is DecodingError ? nil : $0 }
            let found = (lines + (underlying.map { Self.texts(of: $0) } ?? []))
                .first { character != "\n" && $0.unicodeScalars.contains(character) }
            #expect(found == nil, "\(place)")
        }
    }

    @Test(arguments: DeceptiveText.cases)
    func printableTextContainsNoDeceptiveCharacter(text: String, expected: String) {
        #expect(Array(text.removingDeceptiveCharacters().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        ("a\r\nb\rc\nd\te", "a\nb\nc\nd\te"), ("\u{FEFF}<html>", "<html>"), ("a\u{FEFF}", "a\u{FFFD}"),
        ("初心者 é 👩‍👩‍👧 ❤️ می‌خواهم", "初心者 é 👩‍👩‍👧 ❤️ می‌خواهم"), ("\u{E0041}", "\u{FFFD}"), ("", ""),
    ])
    func cleanTextKeepsHarmlessCharacters(text: String, expected: String) {
        #expect(BodyText.clean(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(BodyText.clean(expected) == expected)
    }

    @Test(arguments: [
        (
            #"{"a":"x\u001b[31m\u202E\b\f\r\n\r\ty\\u001b"}"#,
            "{\"a\":\"x\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\\n\\n\\ty\\\\u001b\"}"
        ),
        (#"["\ud83d\ude00\udb40\udc41\u0022\u000a\ud83d\u"]"#, "[\"😀\u{FFFD}\\u0022\\u000a\\ud83d\\u\"]"),
        (#"["so\u00adft \u00e9"]"#, #"["soft é"]"#),
        (
            #"["\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"]"#,
            "[\"\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\"]"
        ),
        (#"C:\u001b\b is no JSON"#, #"C:\u001b\b is no JSON"#),
    ])
    func cleanBodyReplacesEscapesOfJSON(body: String, expected: String) {
        #expect(String(decoding: BodyText.clean(Data(body.utf8)), as: UTF8.self) == expected)
    }

    /// The error of a user whose decoder reads the body as text.
    private struct Message: Error, CustomStringConvertible {
        let description: String
    }

    private static let reading = ErrorDecoder { _, body in Message(description: String(decoding: body, as: UTF8.self)) }

    @Test(
        arguments: [
            ([0xFF], "\u{FFFD}"), ([0, 0xFF], "\u{FFFD}\u{FFFD}"),
            // A character cut by the limit of 64 KiB.
            ([0xE5, 0x88], "\u{FFFD}"),
        ] as [([UInt8], String)])
    func errorDecoderReceivesCleanBodyThatIsNotUTF8(end: [UInt8], expected: String) {
        let body = Data(Array("a\u{1B}[31m\rb\u{202E}".utf8) + end)
        let error = Self.reading.error(in: HTTPResponse(status: .badRequest), body: body)
        #expect(error.map { "\($0)" } == "a\u{FFFD}[31m\nb\u{FFFD}\(expected)")
    }

    @Test(
        arguments: [
            .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ] as [String.Encoding])
    func errorDecoderReceivesCleanBodyInEveryEncoding(encoding: String.Encoding) throws {
        let text = #"{"message":"😀 tok-12345678 \u001b","type":"é"}"#
        for mark in ["", "\u{FEFF}"] {
            let body = try #require((mark + text).data(using: encoding))
            let stub = StubTransport { _ in .respond(status: .badRequest, chunks: [.init([UInt8](body))]) }
            for decoder in [Self.reading, .json(ServiceError.self)] {
                var client = makeClient(stub)
                client.errorDecoder = decoder
                let request = Anything<Int>(headerFields: [.authorization: "Bearer tok-12345678"])
                let error = try Recorder(client.send(request)).failure()
                let decoded = try #require(error.underlying)
                #expect("\(decoded)".contains("😀 <redacted> \u{FFFD}"), "\(decoded)")
            }
        }
    }

    /// A surrogate pair cut by the limit of 64 KiB.
    @Test func truncatedUTF16IsConverted() {
        let body = Data([0xFF, 0xFE] + "ab😀".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        for (dropped, expected) in [(0, "ab😀"), (1, "ab\u{FFFD}"), (2, "ab\u{FFFD}"), (4, "ab")] {
            #expect(String(decoding: BodyText.utf8(body.dropLast(dropped)), as: UTF8.self) == expected)
        }
    }
}
