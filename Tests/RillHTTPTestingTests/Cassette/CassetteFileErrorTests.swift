import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Error messages for invalid cassette files.
@Suite struct CassetteFileErrorTests {
    private let folder = CassetteFolder()

    private static let request = #""request": {"method": "GET", "url": "https://h/a"}"#

    private static func file(_ entry: String) -> String {
        #"{"log": {"entries": [{\#(request), "response": {"status": 200}}, \#(entry)]}}"#
    }

    private static let invalidFiles: [(String, String)] = [
        ("", "not valid JSON"), ("<html>", "not valid JSON"), (#"{"log": "#, "not valid JSON"),
        ("[]", "the root value is not an object"), ("{}", "log is missing"), (#"{"log": []}"#, "log is not an object"),
        (#"{"log": {"version": "1.2"}}"#, "log.entries is missing"),
        (#"{"log": {"entries": {}}}"#, "log.entries is not an array"),
        (#"{"log": {"entries": null}}"#, "log.entries is null"),
        (file("{}"), "log.entries[1].request is missing"), (file("7"), "log.entries[1] is not an object"),
        (file(#"{"request": {"url": "x"}}"#), "log.entries[1].request.method is missing"),
        (file(#"{"request": {"method": 1, "url": "x"}}"#), "log.entries[1].request.method is not a string"),
        (file("{\(request)}"), "log.entries[1].response is missing"),
        (file(#"{\#(request), "response": {}}"#), "log.entries[1].response.status is missing"),
        (
            file(#"{\#(request), "response": {"status": "200"}}"#),
            "log.entries[1].response.status is not an integer"
        ),
        (
            file(#"{\#(request), "response": {"status": 200, "headers": [{"name": "a"}, {"value": "b"}]}}"#),
            "log.entries[1].response.headers[1].name is missing"
        ),
        (
            file(#"{\#(request), "response": {"status": 200, "content": {"text": []}}}"#),
            "log.entries[1].response.content.text is not a string"
        ),
        (
            file(
                #"{"request": {"method": "GET", "url": "x", "postData": {"text": "?", "_encoding": "base64"}}, "response": {"status": 1}}"#
            ), "log.entries[1].request.postData.text is not valid Base64"
        ),
    ]

    @Test(arguments: invalidFiles)
    func reportsThePathOfInvalidValues(text: String, reason: String) throws {
        try folder.write(text)
        let expected = TransportError(
            .unavailable,
            "cannot play cassette \(folder.file.path): \(reason). Fix the file, or record it again with REPLAY_RECORD_MODE=all"
        )
        let player = folder.player()
        #expect(["a", "b"].map { player.failure(of: HTTPRequest("https://h/\($0)")) } == [expected, expected])
        #expect(folder.text == text)
    }

    @Test(arguments: [
        (#"{"status": 1000}"#, "log.entries[1].response.status is not a valid status code: 1000"),
        (#"{"status": -1}"#, "log.entries[1].response.status is not a valid status code: -1"),
        (
            #"{"status": 200, "content": {"text": "a?b=", "encoding": "base64"}}"#,
            "log.entries[1].response.content.text is not valid Base64, or log.entries[1].response.content.encoding is not base64"
        ),
        (
            #"{"status": 200, "content": {"text": "abcd", "encoding": "rot13"}}"#,
            "log.entries[1].response.content.text is not valid Base64, or log.entries[1].response.content.encoding is not base64"
        ),
    ])
    func invalidEntryFailsOnlyItsOwnRequest(response: String, reason: String) throws {
        try folder.write(Self.file(#"{"request": {"method": "GET", "url": "https://h/b"}, "response": \#(response)}"#))
        let player = folder.player()
        #expect(
            player.failure(of: HTTPRequest("https://h/b"))?.text
                == "cannot play cassette \(folder.file.path): \(reason). Fix the file, or record it again with REPLAY_RECORD_MODE=all"
        )
        #expect(
            try player.response(to: HTTPRequest("https://h/a")) == CompleteResponse(head: HTTPResponse(status: 200)))
    }

    @Test func toleratesUnusualValues() throws {
        let unusual =
            #"{"request": {"method": "öß x", "url": "://?#", "headers": [{"name": "", "value": null}]}, "response": {"status": 0, "_error": {"code": 7}, "_chunks": "none"}, "time": "long", "timings": null}"#
        let chunks =
            #"{"request": {"method": "GET", "url": "https://h/c"}, "response": {"status": 200, "content": {"text": "abc", "encoding": ""}, "_chunks": [{"offset": 5, "size": -1}, {"offset": 1e300, "size": 2}, {"offset": -5, "size": 99}]}}"#
        let minimal = #"{"request": {"method": "GET", "url": "HTTPS://h#top"}, "response": {"status": 204}}"#
        try folder.write(Self.file("\(unusual), \(chunks), \(minimal)"))
        let player = folder.player()
        #expect(try player.response(to: HTTPRequest("https://h/a")).head?.status == 200)
        #expect(try player.response(to: HTTPRequest("https://h/c")).text == "abc")
        #expect(try player.response(to: HTTPRequest("https://h/")).head?.status == 204)
        #expect(player.failure(of: HTTPRequest("https://h/x"))?.code == .unavailable)
    }

    @Test func reportsFolderInPlaceOfFile() throws {
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
        let error = folder.player().failure(of: HTTPRequest("https://h/a"))
        #expect(error?.text == "cannot read cassette \(folder.file.path): Is a directory")
    }

    @Test func clientErrorContainsTheCassetteError() throws {
        try folder.write("{}")
        struct Tags: Request {
            typealias Response = [String]
            var path: URLPath { "/tags" }
        }
        let client = Client(baseURL: "https://h", transport: folder.player())
        let error = #expect(throws: APIError.self) { try client.send(Tags()).wait(timeout: .seconds(30)) }
        #expect(error?.stage == .transport)
        #expect(error?.reason.contains("log is missing. Fix the file") == true)
    }
}
