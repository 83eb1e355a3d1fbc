import Foundation
import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP

/// Tests that no text of a server forges a line, controls a terminal or changes the order of other characters, wherever
/// it enters an error or a log.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DeceptiveTextTests {
    private static let characters: [Unicode.Scalar] = [
        "\u{1B}", "\u{7}", "\0", "\u{8}", "\u{9B}", "\u{85}", "\u{7F}", "\n", "\r", "\u{B}", "\u{C}", "\u{2028}",
        "\u{2029}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{2060}",
        "\u{FEFF}", "\u{E0041}", "\u{FFF9}", "\u{AD}",
    ]

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

    private static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test(arguments: characters)
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

    @Test(arguments: [
        ("a\r\nb\rc\nd\te", "a\nb\nc\nd\te"), ("\u{FEFF}<html>", "<html>"), ("a\u{FEFF}", "a\u{FFFD}"),
        ("初心者 é 👩‍👩‍👧 ❤️ می‌خواهم", "初心者 é 👩‍👩‍👧 ❤️ می‌خواهم"), ("\u{E0041}", "\u{FFFD}"), ("", ""),
    ])
    func cleanTextKeepsHarmlessCharacters(text: String, expected: String) {
        #expect(BodyText.clean(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(BodyText.clean(expected) == expected)
    }

    @Test(arguments: [
        (#"{"a":"x\u001b[31m\u202E\b\f\r\n\r\ty\\u001b"}"#, #"{"a":"x\ufffd[31m\ufffd\ufffd\ufffd\n\n\ty\\u001b"}"#),
        (#"["\ud83d\ude00\udb40\udc41\u0041\u000a\ud83d\u"]"#, #"["\ud83d\ude00\ufffd\u0041\u000a\ud83d\u"]"#),
        (#"C:\u001b\b is no JSON"#, #"C:\u001b\b is no JSON"#),
    ])
    func cleanBodyReplacesEscapesOfJSON(body: String, expected: String) {
        #expect(String(decoding: BodyText.clean(Data(body.utf8)), as: UTF8.self) == expected)
    }
}
