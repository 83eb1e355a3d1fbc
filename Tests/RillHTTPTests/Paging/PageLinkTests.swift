import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests pages that are linked by `Link` header fields.
@Suite struct PageLinkTests {
    private func transport(_ link: String, _ field: HTTPField.Name = .link) -> StubTransport {
        StubTransport { .json("[\($0.number)]", fields: $0.number == 0 ? [field: link] : [:]) }
    }

    private func record(_ transport: StubTransport, baseURL: String = "https://h.example/a/b") -> Recorder<Page<[Int]>>
    {
        var request = Anything<[Int]>(path: "/list")
        request.query = ["q": "x"]
        let client = Client(baseURL: baseURL, transport: transport, defaultFields: [.authorization: "Bearer t0ken-1"])
        return Recorder(client.pages(request, by: .linkHeader))
    }

    @Test(arguments: [
        ("https://h.example/a/b/list?page=2", "/a/b/list?page=2"), ("/a/b/list?page=2", "/a/b/list?page=2"),
        ("?page=2", "/a/b/list?page=2"), ("list?page=2", "/a/b/list?page=2"), ("./2", "/a/b/2"), ("../2", "/a/2"),
        ("//h.example/2", "/2"), ("HTTPS://H.EXAMPLE:443/2", "/2"), ("https://h.example", "/"), ("/2#x", "/2"),
        ("/a b?q=日&x=%2f+", "/a%20b?q=%E6%97%A5&x=%2f+"), ("https://h.example//2", "//2"), ("/.//2?x", "//2?x"),
        ("/2?u=https://evil.example/", "/2?u=https://evil.example/"), ("/@evil.example/2", "/@evil.example/2"),
    ])
    func requestsTargetOfLink(link: String, target: String) throws {
        let transport = transport("<\(link)>; rel=\"next\"")
        let recorder = record(transport)
        #expect(recorder.values.map(\.value) == [[0], [1]])
        #expect(recorder.isCompleted)
        #expect(transport.requests.last?.url == "https://h.example\(target)")
        #expect(transport.requests.last?.headerFields[.authorization] == "Bearer t0ken-1")
        // The cursor refers to the same page.
        let next = try #require(recorder.values.first?.next)
        let client = Client(baseURL: "https://h.example/a/b", transport: transport)
        #expect(Recorder(client.pages(Anything<[Int]>(path: "/list"), by: .linkHeader, from: next)).isCompleted)
        #expect(transport.requests.last?.url == "https://h.example\(target)")
    }

    @Test func errorRedactsCredentialsOfMiddleware() throws {
        let transport = transport("<https://evil.example/t0ken-2>; rel=\"next\"")
        let authentication = Authentication.bearer("t0ken-2", for: "https://h.example")
        let client = Client(baseURL: "https://h.example", transport: transport, middleware: [authentication])
        let recorder = Recorder(client.pages(Anything<[Int]>(path: "/list"), by: .linkHeader))
        let error = try #require(recorder.apiError)
        #expect(error.stage == .paging)
        #expect(error.headerFields[.link] == "<https://evil.example/<redacted>>; rel=\"next\"")
    }

    @Test(arguments: [
        ("https://evil.example/2", "https://evil.example"), ("//evil.example/2", "https://evil.example"),
        ("http://h.example/2", "http://h.example"), ("https://h.example:8443/2", "https://h.example:8443"),
        ("https://h.example.evil.example/2", "https://h.example.evil.example"),
        ("https://user:s3cret@evil.example/2", "https://evil.example"), ("ftp://h.example/2", "ftp://h.example"),
        ("https://h.example@evil.example/2", "https://evil.example"), ("https://t0ken-1/2", "https://<redacted>"),
        ("https://me:pw@h.example/2", "https://h.example"), ("///2", "https://"),
    ])
    func linkToOtherOriginFails(link: String, origin: String) throws {
        let transport = transport("<\(link)>; rel=\"next\"")
        let recorder = record(transport)
        // The page is emitted before the error.
        #expect(recorder.values.map(\.value) == [[0]])
        #expect(recorder.values.first?.next == nil)
        let error = try #require(recorder.apiError)
        #expect(error.stage == .paging)
        #expect(error.status == .ok)
        #expect(error.bodyPrefix.isEmpty)
        #expect(recorder.pagingError?.code == .otherOrigin)
        #expect(transport.requests.count == 1)
        #expect(
            "\(error)" == """
                GET https://h.example/a/b/list?q=x failed (paging): cannot follow the link to the next page: its origin is \
                \(origin), but the request's origin is https://h.example
                """)
        for text in ["\(error)", String(reflecting: error)] {
            #expect(!text.contains("s3cret") && !text.contains("t0ken"))
        }
    }

    @Test func linkWithoutHostFails() throws {
        let recorder = record(transport("<mailto:me@h.example>; rel=next"))
        #expect(recorder.values.count == 1)
        #expect(recorder.pagingError?.code == .otherOrigin)
        #expect(recorder.apiError?.reason == "cannot follow the link to the next page: its URL has no host")
    }

    @Test(
        arguments: ["https://evil.example/2", "//evil.example/2", "http://h.example/2", "mailto:x"]
            .map { ($0, PagingError.Code.otherOrigin) } + [("3", .invalidCursor)])
    func cursorThatIsNotALinkToSameOriginFails(text: String, code: PagingError.Code) throws {
        let transport = transport("")
        let client = Client(baseURL: "https://h.example", transport: transport)
        let error = try Recorder(client.pages(numbers, by: .linkHeader, from: PageCursor(text))).failure()
        #expect(error.stage == .request)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
        #expect((error.underlying as? PagingError)?.code == code)
    }

    @Test(arguments: ["", "?q=x", "/a/b/list?q=x", "https://h.example/a/b/list?q=x#f", "../b/list?q=%78&", "list?q=x"])
    func linkToSamePageFails(link: String) throws {
        let transport = StubTransport { .json("[\($0.number)]", fields: [.link: "<\(link)>; rel=next"]) }
        let recorder = record(transport)
        let count = link.contains("%78") ? 2 : 1
        #expect(recorder.values.count == count)
        #expect(transport.requests.count == count)
        #expect(recorder.pagingError?.code == .loop)
        #expect(recorder.apiError?.reason == "paging loop: the response refers to a page that was already read")
    }

    @Test(arguments: 1...9)
    func linksInLoopFail(length: Int) throws {
        // Two pages, followed by a loop.
        let transport = StubTransport { request in
            let number = request.number < 2 ? request.number : 2 + (request.number - 2 + 1) % length
            return .json("[]", fields: [.link: "</\(number)>; rel=next"])
        }
        let recorder = record(transport)
        #expect(recorder.pagingError?.code == .loop)
        #expect((length...(4 * (length + 2))).contains(recorder.values.count))
    }

    @Test func malformedLinkFails() throws {
        let recorder = record(transport("</1>; rel=prev, </3; rel=next"))
        #expect(recorder.values.count == 1)
        #expect(recorder.apiError?.stage == .paging)
        #expect(recorder.pagingError?.code == .malformedLink)
        // Malformed elements are ignored if the next page is known, and other relations are ignored too.
        for link in ["</3>; rel=next, </1; rel=prev", "</1>; rel=prev", ""] {
            #expect(record(transport(link)).isCompleted, "\(link)")
        }
        #expect(record(transport("</2>; rel=next", .server)).values.count == 1)
    }

    @Test func findsLinkInRepeatedFields() {
        let transport = StubTransport { request in
            request.number > 0 ? .json("[]") : .json("[]", fields: [.link: "</1>; rel=prev", .link: "</2>; rel=next"])
        }
        #expect(record(transport).values.count == 2)
    }

    @Test func followsPreviousLinks() {
        let transport = StubTransport { request in
            let link = "</3>; rel=next" + (request.number < 2 ? ", </\(1 - request.number)>; rel=prev" : "")
            return .json("[\(request.number)]", fields: [.link: link])
        }
        let pages = makeClient(transport).pages(numbers, by: .linkHeader(relation: "prev"))
        #expect(Recorder(pages).values.count == 3)
        #expect(transport.requests.map(\.path) == ["/api/v2/numbers", "/1", "/0"])
    }
}
