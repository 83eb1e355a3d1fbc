import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct MultipartFormTests {
    private typealias Part = StrictMultipart.Part

    private func file(_ bytes: [UInt8], named name: String = "photo.jpeg") throws -> TemporaryFiles {
        let files = try TemporaryFiles()
        try files.write(bytes, to: name)
        return files
    }

    private func bytes(of body: HTTPBody) throws -> [UInt8] {
        try body.chunks.toArray().wait(timeout: .seconds(30)).flatMap { $0 }
    }

    private func parts(of body: HTTPBody) throws -> [StrictMultipart.Part] {
        try StrictMultipart.parts(of: bytes(of: body), contentType: body.contentType)
    }

    // MARK: Bytes

    @Test func encodesFieldsAndDataByteForByte() throws {
        var form = MultipartForm(["title": "a b+c", "page": 3, "none": nil], boundary: "xYz")
        form.append("tag", "日本 語")
        form.append("missing", Int?.none)
        form.append("photo", HTTPBody([0, 13, 10, 255], contentType: "image/png"), fileName: "a.png")
        form.append("meta", .json(["a": 1]))
        let body = HTTPBody.multipart(form)
        var expected = """
            --xYz\r\nContent-Disposition: form-data; name="title"\r\n\r\na b+c\r
            --xYz\r\nContent-Disposition: form-data; name="page"\r\n\r\n3\r
            --xYz\r\nContent-Disposition: form-data; name="tag"\r\n\r\n日本 語\r
            --xYz\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n
            """
        var bytes = Array(expected.utf8) + [0, 13, 10, 255]
        expected = """
            \r
            --xYz\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r
            --xYz--\r\n
            """
        bytes += expected.utf8
        #expect(body.bytes == bytes)
        #expect(body.count == bytes.count)
        #expect(body.contentType == "multipart/form-data; boundary=xYz")
    }

    @Test func emptyFormConsistsOfClosingDelimiter() throws {
        #expect(HTTPBody.multipart(MultipartForm(boundary: "b")).bytes == Array("--b--\r\n".utf8))
    }

    private static let names: [(name: String, field: String, file: String)] = [
        ("a", "a", "a"), ("", "", ""), ("a\"b", "a%22b", "a%22b"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
        ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"),
        ("\n\r\r\n", "%0D%0A%0D%0A%0D%0A", "%0A%0D%0D%0A"),
        ("日本 語.png", "日本 語.png", "日本 語.png"), ("e\u{301}👍🏽", "e\u{301}👍🏽", "e\u{301}👍🏽"),
        ("a\\b%22;c=d", "a\\b%22;c=d", "a\\b%22;c=d"),
        ("x\"; filename=\"y", "x%22; filename=%22y", "x%22; filename=%22y"),
        (
            "x\r\nContent-Type: text/html\r\n\r\n", "x%0D%0AContent-Type: text/html%0D%0A%0D%0A",
            "x%0D%0AContent-Type: text/html%0D%0A%0D%0A"
        ),
    ]

    @Test(arguments: names)
    func escapesNamesAsInBrowsers(name: String, field: String, file: String) throws {
        var form = MultipartForm()
        form.append(name, "value")
        form.append(name, HTTPBody([1]), fileName: name)
        let parts = try parts(of: .multipart(form))
        #expect(parts.map(\.disposition) == ["name=\"\(field)\"", "name=\"\(field)\"; filename=\"\(file)\""])
        #expect(parts.map(\.type) == [nil, "application/octet-stream"])
        #expect(parts.map(\.content) == [Array("value".utf8), [1]])
    }

    // MARK: Files and streams

    @Test func readsFilesInChunksForEachSubscription() throws {
        let content = TemporaryFiles.pattern(1_000_000)
        let files = try file(content)
        var form = MultipartForm(["a": 1])
        form.append("photo", .file(files.path("photo.jpeg"), contentType: "image/jpeg"))
        form.append("again", .file(files.path("photo.jpeg"), contentType: nil), fileName: "other")
        form.append("b", 2)
        let body = HTTPBody.multipart(form)
        #expect(body.bytes == nil)
        let chunks = try body.chunks.toArray().wait(timeout: .seconds(30))
        #expect(chunks.allSatisfy { $0.count <= 64 << 10 })
        #expect(chunks.reduce(0) { $0 + $1.count } == body.count)
        let expected = [
            Part(disposition: "name=\"a\"", content: [0x31]),
            Part(disposition: "name=\"photo\"; filename=\"photo.jpeg\"", type: "image/jpeg", content: content),
            Part(disposition: "name=\"again\"; filename=\"other\"", content: content),
            Part(disposition: "name=\"b\"", content: [0x32]),
        ]
        #expect(try parts(of: body) == expected)
        #expect(try parts(of: body) == expected)
    }

    @Test func readsStreamsOnDemand() async throws {
        let read = Log<Int>()
        let stream = Observable.from(0..<1_000).do(onNext: { read.append($0) }).map { _ in
            [UInt8](repeating: 1, count: 1_024)
        }
        var form = MultipartForm(["a": 1])
        form.append("s", .stream(stream))
        let body = HTTPBody.multipart(form)
        #expect(try body.chunks.take(3).toArray().wait(timeout: .seconds(30)).count == 3)
        #expect(read.entries == [0, 1])
    }

    @Test func lengthIsKnownIfAllPartLengthsAreKnown() throws {
        let files = try file([1, 2, 3])
        var form = MultipartForm(["a": 1])
        form.append("f", .file(files.path("photo.jpeg")))
        form.append("s", .stream(.just([1, 2]), count: 2))
        #expect(try HTTPBody.multipart(form).count == bytes(of: .multipart(form)).count)
        form.append("t", .stream(.just([1, 2])))
        #expect(HTTPBody.multipart(form).count == nil)
        #expect(try parts(of: .multipart(form)).map(\.content) == [[0x31], [1, 2, 3], [1, 2], [1, 2]])
    }

    // MARK: Errors

    @Test func unreadableFileFails() throws {
        let files = try TemporaryFiles()
        for name in ["missing", ""] {
            var form = MultipartForm()
            form.append("f", .file(files.path(name)))
            let error = try #require(HTTPBody.multipart(form).failure as? TransportError)
            #expect(error.code == .invalidRequest)
            #expect(error.text.contains("cannot read file"))
        }
    }

    @Test func invalidBoundaryFailsBeforeSending() throws {
        struct Upload: Request {
            typealias Response = Void
            var path: URLPath { "/" }
            var method: HTTPRequest.Method { .post }
            var body: HTTPBody { .multipart(MultipartForm(boundary: "a b")) }
        }
        let transport = StubTransport { _ in .status(.noContent) }
        #expect(try Recorder(makeClient(transport).send(Upload())).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["", " ", "a b", "a\r\nb", "a\"b", "a;b", "ä", String(repeating: "a", count: 71)])
    func rejectsInvalidBoundary(boundary: String) {
        #expect(HTTPBody.multipart(MultipartForm(["a": 1], boundary: boundary)).failure is TransportError)
    }

    @Test(arguments: ["image/png\r\nX: 1", "a\0", "a\n"])
    func rejectsControlCharactersInContentType(type: String) {
        var form = MultipartForm()
        form.append("a", HTTPBody([1], contentType: type))
        #expect(HTTPBody.multipart(form).failure is TransportError)
    }

    @Test func generatesUniqueBoundaryForEachForm() {
        let boundaries = Set((0..<1_000).map { _ in MultipartForm().boundary })
        #expect(boundaries.count == 1_000)
        #expect(boundaries.allSatisfy { $0.utf8.count == 48 })
        let legal = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-")
        #expect(boundaries.allSatisfy { $0.allSatisfy(legal.contains) })
    }

    @Test func reportsProgressOfParts() throws {
        let files = try file(TemporaryFiles.pattern(200_000))
        let reports = Log<TransferProgress>()
        var form = MultipartForm(["title": "a"])
        form.append("small", HTTPBody("abc").onProgress { reports.append($0) })
        form.append("photo", .file(files.path("photo.jpeg")).onProgress { reports.append($0) })
        #expect(try parts(of: HTTPBody.multipart(form)).map(\.content.count) == [1, 3, 200_000])
        #expect(reports.entries.first == TransferProgress(completed: 3, total: 3))
        #expect(reports.entries.last == TransferProgress(completed: 200_000, total: 200_000))
        #expect(reports.entries.dropFirst().map(\.completed) == reports.entries.dropFirst().map(\.completed).sorted())
    }
}
