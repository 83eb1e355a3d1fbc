import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

@Suite struct CassetteMatchingTests {
    private let folder = CassetteFolder()

    /// Records requests; the answer to each is its number.
    private func record(_ requests: (HTTPRequest, HTTPBody?)...) throws {
        let recorder = folder.recorder(StubTransport { .text("\($0.number)") })
        for (request, body) in requests { _ = try recorder.answer(to: request, body: body) }
    }

    private func expect(
        _ difference: String, of request: HTTPRequest, body: HTTPBody? = nil,
        matching: CassetteTransport.Matching = .default, location: SourceLocation = #_sourceLocation
    ) {
        let text = folder.player(matching: matching).failure(of: request, body: body)?.text
        let found = text?.firstRange(of: ", which differs: ").map { String(text?[$0.upperBound...] ?? "") }
        #expect(found == difference, "\(text ?? "it was answered")", sourceLocation: location)
    }

    // MARK: Order

    @Test func theSameRequestGetsOneAnswerAfterTheOther() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (HTTPRequest("https://h/b"), nil), (request, nil))
        let player = folder.player()
        #expect(try player.answer(to: request).text == "0")
        #expect(try player.answer(to: request).text == "2")
        #expect(try player.answer(to: HTTPRequest("https://h/b")).text == "1")
        #expect(
            player.failure(of: request)
                == TransportError(
                    .unavailable,
                    "no entry of tags.har answers GET https://h/a any more: log.entries[2] was the last that did and has "
                        + "been played; let the matching repeat it, or record it anew in the mode all (REPLAY_RECORD_MODE=all)"
                ))
        // Another transport begins at the beginning.
        #expect(try folder.player().answer(to: request).text == "0")
    }

    @Test func theLastAnswerRepeatsIfItMay() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (request, nil))
        let player = folder.player(matching: .init(repeats: true))
        #expect(try (0..<4).map { _ in try player.answer(to: request).text } == ["0", "1", "1", "1"])
    }

    @Test func eachSubscriptionIsARequest() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (request, nil))
        let exchange = folder.player().send(request, body: nil)
        let answers = try (0..<2).map { _ in try exchange.toArray().wait(timeout: .seconds(30)).last }
        #expect(answers == [.chunk([0x30]), .chunk([0x31])])
    }

    @Test(.enabled(if: hasTransport)) func entriesStandInTheOrderOfTheirRequests() throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            request.path == "/slow"
                ? .steps([.wait(for: gate), .head(.length(4)), .bytes("slow"), .finish()]) : .text("fast")
        }
        defer { server.stop() }
        let recorder = folder.recorder(makeDefaultTransport())
        let done = LoopbackServer.Gate()
        let slow = recorder.send(HTTPRequest(server.baseURL + "/slow"), body: nil)
            .subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: { done.open() })
        defer { slow.dispose() }
        #expect(try recorder.answer(to: HTTPRequest(server.baseURL + "/fast")).text == "fast")
        gate.open()
        #expect(done.wait(timeout: .seconds(30)))
        let urls = folder.entries.map { ($0["request"] as? [String: any Sendable])?["url"] as? String }
        #expect(urls == [server.baseURL + "/slow", server.baseURL + "/fast"])
    }

    // MARK: What fits

    @Test(arguments: [
        "https://h/a%20b/c++?x=1&y=%C3%A9&x=2&z", "https://H:443/a%20b/c%2b%2B?y=é&x=2&z=&x=1",
        "https://h/%61%20b/c++?z&x=2&x=1&y=%c3%a9",
    ])
    func theSpellingOfAnAddressDoesNotCount(address: String) throws {
        try record((HTTPRequest("https://h/a%20b/c++?x=1&y=%C3%A9&x=2&z"), nil))
        let request = HTTPRequest(address.replacing("é", with: "%C3%A9"))
        #expect(try folder.player().answer(to: request).text == "0")
    }

    @Test func aMarkFitsWhatNothingElseFits() throws {
        try record((HTTPRequest("https://h/a?x=%3Credacted%3E&x=1&y=a-%3Credacted%3E-b"), nil))
        #expect(try folder.player().answer(to: HTTPRequest("https://h/a?x=1&x=2&y=a-s3cr3t-b")).text == "0")
        expect(#"query item y: "a-<redacted>-b" recorded, "a-b" asked"#, of: HTTPRequest("https://h/a?x=1&x=2&y=a-b"))
        expect(#"query item x: nothing recorded, "3" asked"#, of: HTTPRequest("https://h/a?x=1&x=2&x=3&y=a--b"))
    }

    @Test func headerFieldsDoNotCountUnlessTheyShould() throws {
        try record((HTTPRequest("https://h/a", [.accept: "text/plain", .authorization: "Bearer s3cr3t-1"]), nil))
        let other = HTTPRequest("https://h/a", [.accept: "*/*", .authorization: "Bearer s3cr3t-2"])
        #expect(try folder.player().answer(to: other).text == "0")
        let matching = CassetteTransport.Matching(headerFields: [.accept, .authorization])
        // What is secret fits whatever it is.
        expect(#"field accept: "text/plain" recorded, "*/*" asked"#, of: other, matching: matching)
        let same = HTTPRequest("https://h/a", [.accept: "text/plain", .authorization: "Bearer s3cr3t-2"])
        #expect(try folder.player(matching: matching).answer(to: same).text == "0")
        let without = HTTPRequest("https://h/a", [.accept: "text/plain"])
        expect(#"field authorization: "<redacted>" recorded, nothing asked"#, of: without, matching: matching)
    }

    @Test func partsThatDoNotCountAreNotCompared() throws {
        try record((HTTPRequest("http://127.0.0.1:4711/a?page=1"), nil))
        let other = HTTPRequest(.put, "http://127.0.0.1:8080/a?page=1")
        expect(
            #"method: "GET" recorded, "PUT" asked; server: "http://127.0.0.1:4711" recorded, "http://127.0.0.1:8080" asked"#,
            of: other)
        let matching = CassetteTransport.Matching(parts: [.path, .query])
        #expect(try folder.player(matching: matching).answer(to: other).text == "0")
    }

    @Test(arguments: [
        (#"{"a": [1, 2.50], "b": null}"#, #"{"b":null,"a":[1.0,2.5]}"#),
        ("18446744073709551615", "18446744073709551615"), ("not JSON", "not JSON"), ("", ""),
    ])
    func equalBodiesFit(recorded: String, asked: String) throws {
        let request = HTTPRequest(.post, "https://h/a")
        try record((request, HTTPBody(recorded)))
        #expect(try folder.player().answer(to: request, body: HTTPBody(asked)).text == "0")
    }

    @Test func bodiesOfFormsAndPartsFitByWhatTheySay() throws {
        let form = HTTPRequest(.post, "https://h/form")
        let parts = HTTPRequest(.post, "https://h/parts")
        func body(_ boundary: String, _ text: String = "hello") -> HTTPBody {
            HTTPBody(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--\(boundary)--\r\n",
                contentType: "multipart/form-data; charset=utf-8; boundary=\"\(boundary)\"")
        }
        try record((form, .form(["a": "1 2", "b": "x"])), (parts, body("one")))
        let other = HTTPBody("b=x&a=1+2", contentType: "application/x-www-form-urlencoded")
        #expect(try folder.player().answer(to: form, body: other).text == "0")
        #expect(try folder.player().answer(to: parts, body: body("two")).text == "1")
        expect(#"form item b: "x" recorded, "y" asked"#, of: form, body: .form(["a": "1 2", "b": "y"]))
        expect("body: 77 bytes recorded, 76 that differ from byte 60 on asked", of: parts, body: body("two", "hell"))
    }

    @Test func aBodyIsComparedOnlyIfBothHaveOne() throws {
        let request = HTTPRequest(.post, "https://h/a")
        try record((request, nil), (request, HTTPBody("x")))
        #expect(try folder.player().answer(to: request, body: HTTPBody("y")).text == "0")
        let player = folder.player()
        #expect(try player.answer(to: request).text == "0")
        #expect(try player.answer(to: request).text == "1")
    }

    // MARK: What does not

    @Test func theTextNamesTheNearestEntryAndWhatDiffers() throws {
        try record(
            (HTTPRequest("https://qiita.com/api/v2/users?page=3"), nil),
            (HTTPRequest("https://qiita.com/api/v2/tags?page=1&sort=count"), nil),
            (HTTPRequest("https://qiita.com/api/v2/tags?page=2&sort=count"), nil))
        let error = folder.player().failure(of: HTTPRequest("https://qiita.com/api/v2/tags?page=3&sort=count"))
        #expect(
            error
                == TransportError(
                    .unavailable,
                    "no entry of tags.har answers GET https://qiita.com/api/v2/tags?page=3&sort=count; the nearest is "
                        + "log.entries[1], GET https://qiita.com/api/v2/tags?page=1&sort=count, which differs: "
                        + #"query item page: "1" recorded, "3" asked"#))
    }

    @Test func theTextTellsEachKindOfDifference() throws {
        try record((HTTPRequest(.post, "https://h/a/b?x=1&x=2&y=3"), .json(["n": [1, 2]])))
        func ask(_ text: String, _ body: HTTPBody? = nil) -> (HTTPRequest, HTTPBody?) {
            (HTTPRequest(.post, text), body)
        }
        let cases: [((HTTPRequest, HTTPBody?), String)] = [
            (ask("http://h/a/b?x=1&x=2&y=3"), #"server: "https://h" recorded, "http://h" asked"#),
            (ask("https://h/a?x=1&x=2&y=3"), #"path: "/a/b" recorded, "/a" asked"#),
            (
                ask("https://h/a/b?x=2&x=3&z"),
                #"query item x: "1" recorded, "3" asked; query item y: "3" recorded, nothing asked; query item z: nothing recorded, "" asked"#
            ),
            (ask("https://h/a/b?x=2&x=1&x=1&y=3"), #"query item x: nothing recorded, "1" asked"#),
            (ask("https://h/a/b?x=1&x=2&y=3", .init(#"{"n":[1,"2"]}"#)), #"body at n[1]: 2 recorded, "2" asked"#),
            (
                ask("https://h/a/b?x=1&x=2&y=3", .init(#"{"n":[1]}"#)),
                "body at n: an array of 2 recorded, an array of 1 asked"
            ),
            (
                ask("https://h/a/b?x=1&x=2&y=3", .init(#"{"n":[1,2],"m":{}}"#)),
                "body at m: nothing recorded, an object asked"
            ),
            (ask("https://h/a/b?x=1&x=2&y=3", .init("true")), "body: an object recorded, true asked"),
            (ask("https://h/a/b?x=1&x=2&y=3", .init("hello")), "body: JSON recorded, 5 bytes of another kind asked"),
        ]
        for ((request, body), difference) in cases { expect(difference, of: request, body: body) }
    }

    @Test func ofEquallyNearEntriesTheFirstIsNamed() throws {
        try record((HTTPRequest("https://h/b"), nil), (HTTPRequest("https://h/c"), nil))
        for _ in 0..<5 {
            let text = folder.player().failure(of: HTTPRequest("https://h/a"))?.text
            #expect(text?.contains("the nearest is log.entries[0], GET https://h/b, which") == true)
        }
    }

    @Test func anEmptyCassetteSaysSo() throws {
        try folder.write(#"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": []}}"#)
        #expect(
            folder.player().failure(of: HTTPRequest("https://h/a"))?.text
                == "no entry of tags.har answers GET https://h/a, as it has none: mend it, or record it anew in the mode all (REPLAY_RECORD_MODE=all)"
        )
    }

    @Test func theTextHoldsNoSecrets() throws {
        try record((HTTPRequest(.post, "https://h/a?page=1"), .json(["password": "s3cr3t-recorded"])))
        let request = HTTPRequest(
            .post, "https://h/a?page=2&token=s3cr3t-asked", [.authorization: "Bearer s3cr3t-field"])
        let body = try HTTPBody.json(["password": "s3cr3t-body"])
        let text = folder.player().failure(of: request, body: body)?.text ?? ""
        #expect(text.contains("page=2&token=%3Credacted%3E"))
        #expect(text.contains(#"query item token: nothing recorded, "<redacted>" asked"#))
        #expect(!text.contains("s3cr3t"))
    }
}
