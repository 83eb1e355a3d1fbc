import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Transports with several cassettes.
@Suite struct CassetteSetTests {
    private let folder = CassetteFolder()

    private var login: URL { folder.url.appending(path: "login.har") }
    private var tags: URL { folder.url.appending(path: "tags.har") }

    private func transport(_ mode: CassetteTransport.Mode, _ upstream: any Transport) -> CassetteTransport {
        CassetteTransport(
            ["https://auth.example": login, "https://api.example/v2": tags], mode: mode, recording: upstream)
    }

    private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private let requests = [
        HTTPRequest(.post, "https://auth.example/login"), HTTPRequest("https://api.example:443/v2/tags?page=1"),
        HTTPRequest("https://AUTH.example/user"), HTTPRequest("https://api.example/v2"),
    ]

    @Test func recordsAndPlaysEachRequestInItsCassette() throws {
        let recorder = transport(.once, StubTransport { .text($0.url) })
        let recorded = try requests.map { try recorder.response(to: $0) }
        let texts = try [text(login), text(tags)]
        #expect(texts[0].contains("/login") && texts[0].contains("/user") && !texts[0].contains("/v2"))
        #expect(texts[1].contains("/v2/tags") && !texts[1].contains("/login"))
        let player = transport(.none, FailingTransport())
        #expect(try requests.map { try player.response(to: $0) } == recorded)
    }

    @Test func onceModeRecordsOnlyMissingCassette() throws {
        _ = try transport(.once, StubTransport { _ in .text("old") }).response(to: requests[0])
        let upstream = StubTransport { _ in .text("new") }
        let second = transport(.once, upstream)
        #expect(try requests[..<2].map { try second.response(to: $0).text } == ["old", "new"])
        #expect(upstream.requests.map(\.path) == ["/v2/tags"])
    }

    @Test func redactsSecretOfOneCassetteInTheOther() throws {
        let upstream = StubTransport { request in
            request.path == "/login" ? .json(#"{"token": "AbCdEf0123456789"}"#) : .text("session AbCdEf0123456789")
        }
        let recorder = transport(.all, upstream)
        for request in requests[..<2] { _ = try recorder.response(to: request) }
        #expect(try text(tags).contains("session <redacted>"))
        #expect(try !text(tags).contains("AbCdEf"))
    }

    @Test(.enabled(if: hasTransport)) func recordsTwoRealServers() throws {
        let servers = try ["first", "second"].map { name in try LoopbackServer { _ in .text(name) } }
        defer { for server in servers { server.stop() } }
        func texts(_ mode: CassetteTransport.Mode) throws -> [String] {
            let files: KeyValuePairs = [servers[0].baseURL: login, servers[1].baseURL: tags]
            let transport = CassetteTransport(files, mode: mode)
            return try servers.map { try transport.response(to: HTTPRequest($0.baseURL + "/a")).text }
        }
        #expect(try texts(.once) == ["first", "second"])
        for server in servers { server.stop() }
        #expect(try texts(.none) == ["first", "second"])
        #expect(try text(login).contains("first") && text(tags).contains("second"))
    }

    @Test func twoURLsCanShareFile() throws {
        let urls: KeyValuePairs = ["https://a": tags, "https://b": tags]
        let recorder = CassetteTransport(urls, mode: .all, recording: StubTransport { .text($0.url) })
        for url in ["https://a/1", "https://b/2"] { _ = try recorder.response(to: HTTPRequest(url)) }
        let player = CassetteTransport(urls, mode: .none, recording: FailingTransport())
        #expect(try player.response(to: HTTPRequest("https://b/2")).text == "https://b/2")
        #expect(try player.response(to: HTTPRequest("https://a/1")).text == "https://a/1")
    }

    @Test func differentPathsToFileShareRecorder() throws {
        let other = folder.url.appending(path: "recorded")
        let link = folder.url.appending(path: "link")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let urls: KeyValuePairs = [
            "https://a": folder.file, "https://b": URL(fileURLWithPath: other.path + "/../recorded/./tags.har"),
            "https://c": link.appending(path: "tags.har"),
        ]
        let recorder = CassetteTransport(urls, mode: .all, recording: StubTransport { .text($0.url) })
        for url in ["https://a/1", "https://b/2", "https://c/3"] { _ = try recorder.response(to: HTTPRequest(url)) }
        #expect(folder.entries.count == 3)
    }

    @Test(arguments: [CassetteTransport.Redaction.default, .none])
    func messageContainsNoSecretsOfTheRequest(redaction: CassetteTransport.Redaction) {
        let transport = CassetteTransport(
            ["https://api.example/v2": tags], mode: .none, recording: FailingTransport(), redaction: redaction)
        let request = HTTPRequest("https://h/a/s3cr3t-0123?sig=x1y2z3", [.authorization: "Bearer s3cr3t-0123"])
        #expect(
            transport.failure(of: request)?.text.hasPrefix(
                "no cassette for GET https://h/a/%3Credacted%3E?sig=%3Credacted%3E: ") == true)
    }

    @Test(arguments: ["https://api.example/v20?sig=s3cr3t", "http://auth.example/login?sig=s3cr3t"])
    func requestWithoutCassetteFails(url: String) {
        let upstream = StubTransport { _ in .text("x") }
        let redacted = url.replacing("s3cr3t", with: "%3Credacted%3E")
        for mode in CassetteTransport.Mode.allCases {
            #expect(
                transport(mode, upstream).failure(of: HTTPRequest(url))
                    == TransportError(
                        .unavailable, .noRecordedResponse,
                        "no cassette for GET \(redacted): the cassettes contain requests to https://auth.example, "
                            + "https://api.example/v2. Add a cassette for its URL"))
        }
        #expect(upstream.requests.isEmpty)
    }
}
