import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

@Suite struct CassetteMatchingTests {
    private let folder = CassetteFolder()

    /// Records requests.
    ///
    /// The response to each request contains its number.
    private func record(_ requests: (HTTPRequest, HTTPBody?)...) throws {
        let recorder = folder.recorder(StubTransport { .text("\($0.number)") })
        for (request, body) in requests { _ = try recorder.response(to: request, body: body) }
    }

    private func expect(
        _ difference: String, of request: HTTPRequest, body: HTTPBody? = nil,
        matching: CassetteTransport.Matching = .default, location: SourceLocation = #_sourceLocation
    ) {
        let text = folder.player(matching: matching).failure(of: request, body: body)?.text
        let found = text?.firstRange(of: ", which differs: ").map { String(text?[$0.upperBound...] ?? "") }
        #expect(found == difference, "\(text ?? "no error")", sourceLocation: location)
    }

    // MARK: Order

    @Test func playsEqualRequestsInRecordedOrder() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (HTTPRequest("https://h/b"), nil), (request, nil))
        let player = folder.player()
        let played = try [request, request, HTTPRequest("https://h/b")].map { try player.response(to: $0).text }
        #expect(played == ["0", "2", "1"])
        #expect(
            player.failure(of: request)
                == TransportError(
                    .unavailable, .noRecordedResponse,
                    "no unplayed entry of tags.har matches GET https://h/a: log.entries[2] was the last match and has been "
                        + "played. Set Matching.repeats to play it again, or record it again with REPLAY_RECORD_MODE=all"
                ))
        // A new transport starts with the first entry.
        #expect(try folder.player().response(to: request).text == "0")
    }

    /// The secrets of a test are often short words that the request also contains elsewhere.
    @Test(arguments: ["password", "alice", "session", "api.example"])
    func matchesAnySecret(password: String) throws {
        let request = HTTPRequest("https://api.example/session")
        func body(_ password: String) -> HTTPBody {
            .json(["user": "alice", "password": .string(password)] as JSONValue)
        }
        _ = try folder.recorder(StubTransport { _ in .text("ok") }).response(to: request, body: body("first-secret"))
        #expect(try folder.player().response(to: request, body: body(password)).text == "ok")
    }

    @Test func repeatsLastMatchingEntryWhenEnabled() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (request, nil))
        let player = folder.player(matching: .init(repeats: true))
        #expect(try (0..<4).map { _ in try player.response(to: request).text } == ["0", "1", "1", "1"])
    }

    @Test func playsNextEntryForEachSubscription() throws {
        let request = HTTPRequest("https://h/a")
        try record((request, nil), (request, nil))
        let exchange = folder.player().send(request, body: nil)
        let responses = try (0..<2).map { _ in try exchange.toArray().wait(timeout: .seconds(30)).last }
        #expect(responses == [.chunk([0x30]), .chunk([0x31])])
    }

    @Test(.enabled(if: hasTransport)) func recordsEntriesInRequestOrder() throws {
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
        #expect(try recorder.response(to: HTTPRequest(server.baseURL + "/fast")).text == "fast")
        gate.open()
        #expect(done.wait(timeout: .seconds(30)))
        let urls = folder.entries.map { ($0["request"] as? [String: any Sendable])?["url"] as? String }
        #expect(urls == [server.baseURL + "/slow", server.baseURL + "/fast"])
    }

    // MARK: Matches

    @Test(arguments: [
        "https://h/a%20b/c++?x=1&y=%C3%A9&x=2&z", "https://H:443/a%20b/c%2b%2B?y=é&x=2&z=&x=1",
        "https://h/%61%20b/c++?z&x=2&x=1&y=%c3%a9",
    ])
    func matchesEquivalentURLs(address: String) throws {
        try record((HTTPRequest("https://h/a%20b/c++?x=1&y=%C3%A9&x=2&z"), nil))
        let request = HTTPRequest(address.replacing("é", with: "%C3%A9"))
        #expect(try folder.player().response(to: request).text == "0")
    }

    /// A server distinguishes texts that are canonically equivalent, or that are not valid UTF-8.
    @Test(arguments: [
        ("/caf%C3%A9", "/cafe%CC%81"), ("/%E9", "/%E8"), ("/?n=%C3%A9", "/?n=e%CC%81"), ("/?n=%E9", "/?n=%E8"),
        ("/?%C3%A9=1", "/?e%CC%81=1"),
    ])
    func distinguishesURLsWithDifferentBytes(first: String, second: String) throws {
        let requests = [first, second].map { HTTPRequest("https://h\($0)") }
        try record((requests[0], nil), (requests[1], nil))
        let player = folder.player()
        #expect(try requests.reversed().map { try player.response(to: $0).text } == ["1", "0"])
    }

    @Test(arguments: ["application/json", "text/plain", "application/x-www-form-urlencoded"])
    func distinguishesBodiesWithDifferentBytes(type: String) throws {
        let request = HTTPRequest(.post, "https://h/a")
        let bodies = ["\u{E9}", "e\u{301}"].map { text in
            HTTPBody(type.hasSuffix("json") ? "{\"n\":\"\(text)\"}" : "n=\(text)", contentType: type)
        }
        try record((request, bodies[0]), (request, bodies[1]))
        let player = folder.player()
        #expect(try bodies.reversed().map { try player.response(to: request, body: $0).text } == ["1", "0"])
    }

    @Test func ignoresTheBoundaryInAComparedHeaderField() throws {
        func request(_ boundary: String, _ type: String = "multipart/form-data") -> HTTPRequest {
            HTTPRequest(.post, "https://h/a", [.contentType: "\(type); boundary=\(boundary)"])
        }
        try record((request("one"), nil))
        let matching = CassetteTransport.Matching(headerFields: [.contentType])
        #expect(try folder.player(matching: matching).response(to: request("two")).text == "0")
        expect(
            "header field content-type: recorded \"multipart/form-data; boundary=boundary\", requested "
                + "\"multipart/mixed; boundary=boundary\"",
            of: request("two", "multipart/mixed"), matching: matching)
    }

    @Test func redactionMarkerMatchesAnyValue() throws {
        try record((HTTPRequest("https://h/a?x=%3Credacted%3E&x=1&y=a-%3Credacted%3E-b"), nil))
        #expect(try folder.player().response(to: HTTPRequest("https://h/a?x=1&x=2&y=a-s3cr3t-b")).text == "0")
        expect(
            #"query item y: recorded "a-<redacted>-b", requested "a-b""#, of: HTTPRequest("https://h/a?x=1&x=2&y=a-b"))
        expect(#"query item x: recorded nothing, requested "3""#, of: HTTPRequest("https://h/a?x=1&x=2&x=3&y=a--b"))
    }

    @Test func comparesHeaderFieldsOnlyWhenConfigured() throws {
        try record((HTTPRequest("https://h/a", [.accept: "text/plain", .authorization: "Bearer s3cr3t-1"]), nil))
        let other = HTTPRequest("https://h/a", [.accept: "*/*", .authorization: "Bearer s3cr3t-2"])
        #expect(try folder.player().response(to: other).text == "0")
        let matching = CassetteTransport.Matching(headerFields: [.accept, .authorization])
        // Secrets match any value.
        expect(#"header field accept: recorded "text/plain", requested "*/*""#, of: other, matching: matching)
        let same = HTTPRequest("https://h/a", [.accept: "text/plain", .authorization: "Bearer s3cr3t-2"])
        #expect(try folder.player(matching: matching).response(to: same).text == "0")
        let without = HTTPRequest("https://h/a", [.accept: "text/plain"])
        expect(
            #"header field authorization: recorded "<redacted>", requested nothing"#, of: without, matching: matching)
    }

    @Test func ignoresExcludedParts() throws {
        try record((HTTPRequest("http://127.0.0.1:4711/a?page=1"), nil))
        let other = HTTPRequest(.put, "http://127.0.0.1:8080/a?page=1")
        expect(
            #"method: recorded "GET", requested "PUT"; origin: recorded "http://127.0.0.1:4711", requested "http://127.0.0.1:8080""#,
            of: other)
        let matching = CassetteTransport.Matching(parts: [.path, .query])
        #expect(try folder.player(matching: matching).response(to: other).text == "0")
    }

    @Test(arguments: [
        (#"{"a": [1, 2.50], "b": null}"#, #"{"b":null,"a":[1.0,2.5]}"#),
        ("18446744073709551615", "18446744073709551615"), ("not JSON", "not JSON"), ("", ""),
    ])
    func matchesEqualBodies(recorded: String, requested: String) throws {
        let request = HTTPRequest(.post, "https://h/a")
        try record((request, HTTPBody(recorded)))
        #expect(try folder.player().response(to: request, body: HTTPBody(requested)).text == "0")
    }

    @Test func numbersInTextsDoNotMatchByValue() throws {
        let request = HTTPRequest(.put, "https://h/version")
        try record((request, HTTPBody("1.10")))
        expect(
            "body: recorded 4 bytes, requested 3 bytes (first difference at byte 3)", of: request, body: HTTPBody("1.1")
        )
    }

    @Test func matchesEquivalentFormsAndMultipartBodies() throws {
        let form = HTTPRequest(.post, "https://h/form")
        let parts = HTTPRequest(.post, "https://h/parts")
        func body(_ boundary: String, _ text: String = "hello") -> HTTPBody {
            HTTPBody(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--\(boundary)--\r\n",
                contentType: "multipart/form-data; charset=utf-8; boundary=\"\(boundary)\"")
        }
        try record((form, .form(["a": "1 2", "b": "x"])), (parts, body("one")))
        let other = HTTPBody("b=x&a=1+2", contentType: "application/x-www-form-urlencoded")
        for (request, body, text) in [(form, other, "0"), (parts, body("two"), "1"), (parts, body("two 2"), "1")] {
            #expect(try folder.player().response(to: request, body: body).text == text, "\(body)")
        }
        expect(#"form item b: recorded "x", requested "y""#, of: form, body: .form(["a": "1 2", "b": "y"]))
        expect(
            "body: recorded 77 bytes, requested 76 bytes (first difference at byte 60)", of: parts,
            body: body("two", "hell"))
    }

    @Test func comparesBodiesOnlyIfBothExist() throws {
        let request = HTTPRequest(.post, "https://h/a")
        try record((request, nil), (request, HTTPBody("x")))
        #expect(try folder.player().response(to: request, body: HTTPBody("y")).text == "0")
        let player = folder.player()
        #expect(try (0..<2).map { _ in try player.response(to: request).text } == ["0", "1"])
    }

    // MARK: Mismatches

    @Test func errorNamesClosestEntryAndDifferences() throws {
        try record(
            (HTTPRequest("https://qiita.com/api/v2/users?page=3"), nil),
            (HTTPRequest("https://qiita.com/api/v2/tags?page=1&sort=count"), nil),
            (HTTPRequest("https://qiita.com/api/v2/tags?page=2&sort=count"), nil))
        let error = folder.player().failure(of: HTTPRequest("https://qiita.com/api/v2/tags?page=3&sort=count"))
        #expect(
            error
                == TransportError(
                    .unavailable, .noRecordedResponse,
                    "no entry of tags.har matches GET https://qiita.com/api/v2/tags?page=3&sort=count. The closest is "
                        + "log.entries[1] (GET https://qiita.com/api/v2/tags?page=1&sort=count), which differs: "
                        + #"query item page: recorded "1", requested "3""#))
    }

    @Test(
        arguments: [
            ("http://h/a/b?x=1&x=2&y=3", nil, #"origin: recorded "https://h", requested "http://h""#),
            ("https://h/a?x=1&x=2&y=3", nil, #"path: recorded "/a/b", requested "/a""#),
            (
                "https://h/a/b?x=2&x=3&z", nil,
                #"query item x: recorded "1", requested "3"; query item y: recorded "3", requested nothing; query item z: recorded nothing, requested """#
            ),
            ("https://h/a/b?x=2&x=1&x=1&y=3", nil, #"query item x: recorded nothing, requested "1""#),
            (recordedURL, #"{"n":[1,"2"]}"#, #"body at n[1]: recorded 2, requested "2""#),
            (
                recordedURL, #"{"n":[1]}"#,
                "body at n: recorded an array with count 2, requested an array with count 1"
            ),
            (recordedURL, #"{"n":[1,2],"m":{}}"#, "body at m: recorded nothing, requested an object"),
            (recordedURL, "true", "body: recorded an object, requested true"),
            (recordedURL, "hello", "body: recorded JSON, requested 5 bytes that are neither JSON nor a form"),
        ] as [(String, String?, String)])
    func errorDescribesEachKindOfDifference(url: String, body: String?, difference: String) throws {
        try record((HTTPRequest(.post, Self.recordedURL), .json(["n": [1, 2]])))
        expect(difference, of: HTTPRequest(.post, url), body: body.map { HTTPBody($0) })
    }

    private static let recordedURL = "https://h/a/b?x=1&x=2&y=3"

    @Test func errorNamesTheFirstOfEquallyCloseEntries() throws {
        try record((HTTPRequest("https://h/b"), nil), (HTTPRequest("https://h/c"), nil))
        for _ in 0..<5 {
            let text = folder.player().failure(of: HTTPRequest("https://h/a"))?.text
            #expect(text?.contains("The closest is log.entries[0] (GET https://h/b), which") == true)
        }
    }

    @Test func reportsEmptyCassette() throws {
        try folder.write(#"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": []}}"#)
        #expect(
            folder.player().failure(of: HTTPRequest("https://h/a"))?.text
                == "no entry of tags.har matches GET https://h/a: the cassette has no entries. Add an entry, "
                + "or record it again with REPLAY_RECORD_MODE=all"
        )
    }

    @Test func errorContainsNoSecrets() throws {
        try record((HTTPRequest(.post, "https://h/a?page=1"), .json(["password": "s3cr3t-recorded"])))
        let request = HTTPRequest(
            .post, "https://h/a?page=2&token=s3cr3t-asked", [.authorization: "Bearer s3cr3t-field"])
        let body = HTTPBody.json(["password": "s3cr3t-body"])
        let text = folder.player().failure(of: request, body: body)?.text ?? ""
        for part in ["page=2&token=%3Credacted%3E", #"query item token: recorded nothing, requested "<redacted>""#] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!text.contains("s3cr3t"), "\(text)")
    }
}
