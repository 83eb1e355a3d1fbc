import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import Testing

#if os(Linux)
    @testable import RillURLSession
#endif

/// Tests the workarounds for defects of URLSession in sending request bodies.
@Suite struct UploadTests {
    private let transport = URLSessionTransport()

    @Test func bodyWithoutContentTypeIsNotSentAsForm() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        for body in [HTTPBody("a=b", contentType: nil), .stream(.just([1]), contentType: nil)] {
            _ = try transport.response(to: server.request(.post), body: body)
        }
        for request in server.requests {
            #expect(request.body.count > 0)
            #expect(request.fields[.contentType] == nil)
            #expect(request.fields[.expect] == nil)
        }
        #expect(server.requests.count == 2)
    }

    #if os(Linux)
        @Test func temporaryFileIsPrivateAndReportsWhyItCannotBeCreated() throws {
            let upload = TemporaryUpload()
            try upload.create().write(contentsOf: Data([1]))
            let attributes = try FileManager.default.attributesOfItem(atPath: upload.url.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let error = try #require(throws: FileWritingError.self) { try upload.create() }
            #expect("\(error)" == "cannot write \(upload.url.path): File exists")
        }
    #endif

    @Test func noUnrequestedHeaderFieldsAreSent() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        var options = TransportOptions()
        options.userAgent = nil
        _ = try URLSessionTransport(options: options).response(to: server.request())
        let names = try #require(server.requests.first).fields.map(\.name.canonicalName)
        #expect(Set(names).isSubset(of: ["host", "accept", "accept-encoding"]))
    }

    @Test func contentLengthAndTransferEncodingAreExclusive() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let bodies: [HTTPBody] = [
            HTTPBody("hello"), .stream(.just(Array("hello".utf8)), count: 5), .stream(.just(Array("hello".utf8))),
        ]
        for body in bodies {
            _ = try transport.response(to: server.request(.post, "/", [.contentLength: "7"]), body: body)
        }
        #expect(server.requests.map(\.bodyText) == ["hello", "hello", "hello"])
        #expect(server.requests.map { $0.fields[.contentLength] } == ["5", "5", nil])
        #expect(server.requests.map { $0.fields[.transferEncoding] } == [nil, nil, "chunked"])
    }

    @Test func largeStreamIsSentFromTemporaryFile() throws {
        let server = try LoopbackServer { request in .text("\(request.body.count)") }
        defer { server.stop() }
        let chunk = [UInt8](repeating: 7, count: 1 << 20)
        let response = try transport.response(
            to: server.request(.put), body: .stream(Observable<Int>.from(0..<20).map { _ in chunk }, count: 20 << 20))
        #expect(response.text == "\(20 << 20)")
        #expect(server.requests.first?.body.allSatisfy { $0 == 7 } == true)
        let files = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        #expect(!files.contains { $0.hasPrefix("rill-upload-") })
    }

    @Test func streamWithWrongLengthFails() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        for count in [2, 4] {
            let body = HTTPBody.stream(.just([1, 2, 3]), count: count)
            #expect(try transport.failure(server.request(.post), body: body).code == .sendFailed)
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func bodyOfGETOrHEADIsRejected(_ method: HTTPRequest.Method) throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        #expect(try transport.failure(server.request(method), body: HTTPBody("x")).code == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test func progressEndsWithCompleteBody() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let counter = Counter()
        let body = HTTPBody([UInt8](repeating: 1, count: 1_000_000)).onProgress { progress in
            if progress.fraction == 1 { counter.add("complete") }
            counter.add("calls")
        }
        _ = try transport.response(to: server.request(.post), body: body)
        #expect(counter["complete"] == 1)
        #expect(counter["calls"] > 1)
    }

    /// Without the workaround, URLSession sends the head without the body, and the request times out.
    @Test(arguments: ["bytes", "stream"])
    func bodyIsResentAfterConnectionCloses(_ kind: String) throws {
        let seen = Counter()
        let server = try LoopbackServer { request in
            // The server closes each connection without a response to its second request.
            seen.add("\(request.connection)")
            return seen["\(request.connection)"] == 1 ? .text("ok") : .steps([.close])
        }
        defer { server.stop() }
        let body = kind == "bytes" ? HTTPBody("hello") : .stream(.just(Array("hello".utf8)))
        for _ in 0..<20 {
            #expect(try transport.response(to: server.request(.put), body: body).text == "ok")
        }
        #expect(server.requests.allSatisfy { $0.bodyText == "hello" })
        #expect(server.requests.count > 20)
    }

    @Test func fileIsSentCompletely() throws {
        let server = try LoopbackServer { request in .text("\(request.body.count)") }
        defer { server.stop() }
        let files = try TemporaryFiles()
        let path = files.path("upload")
        for size in [0, 100_000, 17 << 20] {
            try files.write([UInt8](repeating: 3, count: size), to: "upload")
            #expect(try transport.response(to: server.request(.put), body: .file(path)).text == "\(size)")
        }
        let missing = HTTPBody.file(path + ".missing")
        #expect(try transport.failure(server.request(.put), body: missing).code == .invalidRequest)
    }
}
