import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Playback of HAR files exported by browsers.
@Suite struct BrowserFileTests {
    private let folder = CassetteFolder()

    @Test func playsChromeResponses() throws {
        try folder.write(chromeFile)
        let player = folder.player()
        let items = try player.response(to: HTTPRequest("https://shop.example/api/items?page=1&q=green%20tea"))
        #expect(items.text == #"[{"id":1,"name":"煎茶"}]"#)
        let fields = try #require(items.head?.headerFields)
        #expect(items.head?.status == 200)
        // The body in the file is decoded, so its length differs from the recorded Content-Length.
        var expected: HTTPFields = [
            .contentLength: "\(items.body.count)", .contentType: "application/json; charset=utf-8",
        ]
        expected[values: .setCookie] = ["a=1; path=/", "b=2; path=/"]
        #expect(fields == expected)

        let cart = try player.response(
            to: HTTPRequest(.post, "https://shop.example/api/cart"), body: HTTPBody(#"{ "count": 2, "id": 1 }"#))
        #expect(cart.head?.status.description == "201 Created")
        #expect(cart.text == "GIF89a")
        #expect(cart.head?.headerFields == [.contentType: "image/gif"])
    }

    @Test func playsChromeFailures() throws {
        try folder.write(chromeFile)
        let player = folder.player()
        #expect(
            player.failure(of: HTTPRequest("https://ads.example/pixel.js"))
                == TransportError(.couldNotResolve, "net::ERR_NAME_NOT_RESOLVED"))
        #expect(
            player.failure(of: HTTPRequest("https://shop.example/big.json"))
                == TransportError(
                    .unavailable,
                    "cannot play cassette \(folder.file.path): log.entries[3].response.content.text is missing, because the exporting "
                        + "tool omitted response bodies. Fix the file, or record it again with REPLAY_RECORD_MODE=all"
                ))
    }

    @Test func playsFirefoxResponses() throws {
        try folder.write(firefoxFile)
        let player = folder.player()
        let page = try player.response(
            to: HTTPRequest(.post, "https://wetter.example/suche"), body: .form(["tage": 3, "ort": "Köln Süd"]))
        #expect(page.text == "<p>Köln: 9 °C</p>")
        // Text in the file is UTF-8, regardless of the original charset.
        #expect(
            page.head?.headerFields == [
                .contentType: "text/html; charset=utf-8; x=y", .contentLength: "\(page.body.count)",
            ])
        #expect(
            player.failure(of: HTTPRequest("https://wetter.example/karte.png"))
                == TransportError(.other, "log.entries[1] was recorded without a response"))
        let moved = try player.response(to: HTTPRequest("https://wetter.example/alt"))
        #expect(moved == CompleteResponse(head: HTTPResponse(status: 301, headerFields: [.location: "/neu"])))
    }

    @Test func ignoresByteOrderMark() throws {
        try folder.write("\u{FEFF}" + firefoxFile)
        #expect(try folder.player().response(to: HTTPRequest("https://wetter.example/alt")).head?.status == 301)
    }

    @Test func playsResponsesWithRecordedTiming() throws {
        try folder.write(chromeFile)
        let kit = TestKit(tick: .milliseconds(1))
        let head = TestTime(tick: 100, offset: .microseconds(500))
        let end = TestTime(tick: 150, offset: .microseconds(500))
        let recording = kit.record {
            folder.player(scheduler: kit.scheduler).send(
                HTTPRequest("https://shop.example/api/items?page=1&q=green%20tea"), body: nil)
        }
        #expect(recording.events.map(\.time) == [head, end, end])
    }

    @Test(arguments: [
        ("net::ERR_CONNECTION_REFUSED", TransportError.Code.couldNotConnect), ("net::ERR_CERT_DATE_INVALID", .tls),
        ("net::ERR_TIMED_OUT", .timeout), ("net::ERR_CONNECTION_RESET", .closedEarly),
        ("net::ERR_CONTENT_LENGTH_MISMATCH", .closedEarly), ("net::ERR_BLOCKED_BY_CLIENT", .other),
        ("tls: handshake: no", .tls),
    ])
    func mapsBrowserErrorsToCodes(text: String, code: TransportError.Code) throws {
        try folder.write(chromeFile.replacing("net::ERR_NAME_NOT_RESOLVED", with: text))
        let error = folder.player().failure(of: HTTPRequest("https://ads.example/pixel.js"))
        #expect(error == TransportError(code, code == .tls && text.hasPrefix("tls") ? "handshake: no" : text))
    }
}
