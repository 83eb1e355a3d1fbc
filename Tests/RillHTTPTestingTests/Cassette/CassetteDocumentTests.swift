import Foundation
import RillHTTP
import RillHTTPTesting
import Testing

/// Redaction, checks and splitting of HAR files from other tools.
@Suite struct CassetteDocumentTests {
    private let folder = CassetteFolder()

    /// Writes a file with one entry, and returns it.
    private func document(
        url: String = "https://h/a", request: String = "", response: String = "", entry: String = "", log: String = ""
    ) throws -> CassetteDocument {
        try folder.write(
            """
            {"log": {\(log) "entries": [{\(entry) "startedDateTime": "2026-03-01T09:15:02Z", "time": 1,
              "request": {"method": "GET", "url": "\(url)", "headers": [] \(request)},
              "response": {"status": 200, "headers": [] \(response)}}]}}
            """)
        return try CassetteDocument(folder.file)
    }

    private static let secret = #"token=s3cr3t-0123456789"#

    @Test(arguments: [
        #", "cookies": [{"name": "a", "value": "s3cr3t"}]"#, #", "queryString": [{"name": "a", "value": "s3cr3t"}]"#,
        #", "postData": {"text": "", "mimeType": "", "params": [{"name": "a", "value": "s3cr3t"}]}"#,
    ])
    func removesUnusedFieldsOfRequest(fields: String) throws {
        try expectRemoval(document(request: fields), problemIn: "log.entries[0]", count: 1)
    }

    @Test func removesUnusedFieldsOfResponse() throws {
        let cookies = #", "cookies": [{"name": "a", "value": "s3cr3t"}]"#
        try expectRemoval(document(response: cookies), problemIn: "log.entries[0]", count: 1)
    }

    @Test(arguments: [
        #""_initiator": {"stack": ["s3cr3t"]},"#, #""_webSocketMessages": [{"data": "s3cr3t"}],"#,
        #""cache": "s3cr3t","#,
    ])
    func removesUnusedFieldsOfEntry(fields: String) throws {
        try expectRemoval(document(entry: fields), problemIn: "log.entries[0]", count: 1)
    }

    @Test func removesUnusedFieldsOfLog() throws {
        try expectRemoval(document(log: #""pages": [{"title": "s3cr3t"}],"#), problemIn: "log", count: 0)
    }

    private func expectRemoval(_ document: CassetteDocument, problemIn path: String, count: Int) throws {
        var document = document
        let problem =
            "cassette \(folder.file.path) contains unused fields in \(path), which can contain secrets. Remove them with "
            + "'cassette redact'"
        #expect(document.problems(maximumAge: nil) == [problem])
        #expect(try document.redact() == count)
        #expect(!folder.text.isEmpty)
        #expect(!folder.text.contains("s3cr3t"))
        #expect(document.problems(maximumAge: nil).isEmpty)
        #expect(try CassetteDocument(folder.file).problems(maximumAge: nil).isEmpty)
    }

    @Test func keepsFileWithoutSecretsAndUnusedFields() throws {
        var document = try document(
            request: #", "cookies": [], "queryString": null"#,
            response: #", "content": {"text": "e30=", "encoding": "base64"}"#)
        let text = folder.text
        #expect(document.problems(maximumAge: nil).isEmpty)
        #expect(try document.redact() == 0)
        #expect(folder.text == text)
    }

    @Test func redactsRedirectURL() throws {
        var document = try document(response: #", "redirectURL": "https://h/?\#(Self.secret)""#)
        #expect(document.problems(maximumAge: nil).count == 1)
        #expect(try document.redact() == 1)
        #expect(!folder.text.contains("s3cr3t"))
    }

    @Test func recordingWithRedirectHasNoProblems() throws {
        let fields: HTTPFields = [.location: "https://h/?\(Self.secret)", .setCookie: "a=b; Path=/; HttpOnly"]
        let upstream = StubTransport { _ in .respond(status: .found, fields: fields) }
        _ = try folder.recorder(upstream).response(to: HTTPRequest("https://h/a?q=a%20b&n", [.cookie: "x=y; z=1"]))
        #expect(try CassetteDocument(folder.file).problems(maximumAge: nil).isEmpty)
    }

    @Test(arguments: [
        #"{"text": "token=s3cr3t", "encoding": "utf8"}"#, #"{"text": "dG9rZW49czNjcjN0A", "encoding": "base64"}"#,
    ])
    func undecodableBodyIsNotRedacted(content: String) throws {
        var document = try document(url: "https://h/?\(Self.secret)", response: ", \"content\": \(content)")
        let text = folder.text
        let error = #expect(throws: TransportError.self) { try document.redact() }
        #expect(
            error?.text
                == "cannot redact cassette \(folder.file.path): log.entries[0] contains a body that cannot be decoded"
        )
        #expect(folder.text == text)
    }

    @Test(arguments: [Int.max, -1]) func ignoresInvalidChunkSizes(size: Int) throws {
        let content = #"{"mimeType": "text/event-stream", "text": "data: {\"token\":\ndata: \"s3cr3t\"}\n\n"}"#
        let chunks = #"[{"offset": 0, "size": \#(size)}, {"offset": 1, "size": \#(size)}]"#
        var document = try document(response: #", "content": \#(content), "_chunks": \#(chunks)"#)
        #expect(document.summaries.count == 1)
        #expect(document.problems(maximumAge: nil).count == 1)
        #expect(try document.redact() == 1)
        #expect(folder.text.contains(#"data: \"<redacted>\"}"#))
        #expect(CassetteProbe.play(Array(folder.text.utf8)) == 3)
    }

    @Test func reportsUnreadableFile() throws {
        try folder.write("[]")
        let error = #expect(throws: TransportError.self) { try CassetteDocument(folder.file) }
        #expect(error?.text == "cannot read cassette \(folder.file.path): the root value is not an object")
    }

    // MARK: Splitting

    @Test func splitsByHostAndOmitsURLsWithoutHost() throws {
        let urls = ["http://h/a", "https://h/b", "data:image/png;base64,AAAA", "blob:https://h/1", "https://g:8443/c"]
        let entries = urls.map { #"{"request": {"method": "GET", "url": "\#($0)"}, "response": {"status": 200}}"# }
        try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ", "))]}}"#)
        let parts = try CassetteDocument(folder.file).split()
        #expect(parts.map { URL(fileURLWithPath: $0.path).lastPathComponent } == ["tags-h.har", "tags-g-8443.har"])
        #expect(parts.map { $0.summaries.map(\.url) } == [["http://h/a", "https://h/b"], ["https://g:8443/c"]])
    }
}
