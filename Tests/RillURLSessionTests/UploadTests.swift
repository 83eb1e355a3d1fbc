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

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func bodyOfGETOrHEADIsRejected(_ method: HTTPRequest.Method) throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        #expect(try transport.failure(server.request(method), body: HTTPBody("x")).code == .invalidRequest)
        #expect(server.requests.isEmpty)
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
}
