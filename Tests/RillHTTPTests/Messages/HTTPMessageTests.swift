import RillHTTP
import Testing

@Suite struct HTTPMessageTests {
    @Test func methodsAreCaseSensitive() throws {
        #expect(try #require(HTTPRequest.Method("GET")) == .get)
        #expect(try #require(HTTPRequest.Method("get")) != .get)
        #expect(HTTPRequest.Method(literal: "PROPFIND").rawValue == "PROPFIND")
        #expect("\(HTTPRequest.Method.patch)" == "PATCH")
    }

    @Test func requestHasValueSemantics() {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/a")
        #expect(request.headerFields.isEmpty)
        let same = request
        request.headerFields[.accept] = "x/y"
        #expect(request != same)
        #expect(Set([request, same, same]).count == 2)
    }

    @Test func idempotencyDependsOnMethodUnlessDeclared() {
        let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]
        for method in idempotent + [.post, .patch, .connect, .init(literal: "QUERY")] {
            var request = HTTPRequest(method: method, scheme: "https", authority: "example.com", path: "/")
            #expect(request.isIdempotent == idempotent.contains(method))
            for isIdempotent in [true, false] {
                request.isIdempotent = isIdempotent
                #expect(request.isIdempotent == isIdempotent)
            }
        }
    }

    @Test func requestWithIdempotencyKeyIsIdempotent() {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/")
        for isIdempotent in [nil, false, true] {
            if let isIdempotent { request.isIdempotent = isIdempotent }
            request.headerFields["Idempotency-Key"] = "1"
            #expect(request.isIdempotent)
            request.headerFields["Idempotency-Key"] = nil
            #expect(request.isIdempotent == (isIdempotent ?? false))
        }
    }

    @Test func declaredIdempotencyDoesNotDependOnMethod() {
        var request = HTTPRequest(method: .put, scheme: "https", authority: "example.com", path: "/")
        request.isIdempotent = true
        request.method = .post
        #expect(request.isIdempotent)
    }

    @Test func requestsWithEqualPropertiesAreEqual() {
        let request = HTTPRequest(method: .put, scheme: "https", authority: "example.com", path: "/")
        var declared = request
        declared.isIdempotent = true
        #expect(declared == request)
        #expect(declared.hashValue == request.hashValue)
        declared.isIdempotent = false
        #expect(declared != request)
        var dumped = ""
        dump(declared, to: &dumped)
        #expect(dumped.contains("isIdempotent: false"))
    }

    private static let requests: [(scheme: String?, authority: String?, path: String?, text: String)] = [
        ("https", "example.com:8080", "/a/b", "GET https://example.com:8080/a/b"),
        ("https", "user:password@example.com", "/a?sig=secret", "GET https://example.com/a?…"),
        (nil, nil, "/a", "GET /a"), (nil, "example.com:443", nil, "GET example.com:443"),
    ]

    @Test(arguments: requests)
    func requestDescriptionOmitsSecrets(scheme: String?, authority: String?, path: String?, text: String) {
        #expect("\(HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path))" == text)
    }

    @Test func statusesAreComparedByCode() {
        #expect(HTTPResponse.Status(code: 404, reasonPhrase: "Gone fishing") == .notFound)
        #expect(HTTPResponse.Status.notFound == 404)
        #expect(HTTPResponse.Status(code: 200).hashValue == HTTPResponse.Status.ok.hashValue)
        #expect(HTTPResponse(status: .ok) != HTTPResponse(status: .ok, headerFields: [.age: "1"]))
    }

    @Test(arguments: [
        (0, HTTPResponse.Status.Kind.invalid), (99, .invalid), (100, .informational), (199, .informational),
        (200, .successful), (299, .successful), (304, .redirection), (400, .clientError), (499, .clientError),
        (500, .serverError), (599, .serverError), (600, .invalid), (999, .invalid),
    ])
    func statusKindMatchesFirstDigit(code: Int, kind: HTTPResponse.Status.Kind) {
        #expect(HTTPResponse.Status(code: code).kind == kind)
    }

    @Test func describesStatusOnOneLine() {
        let phrase = HTTPResponse.Status(code: 200, reasonPhrase: "OK\r\nEvil: 1").reasonPhrase
        let texts = ["\(HTTPResponse(status: .notFound))", "\(HTTPResponse.Status(code: 299))", phrase]
        #expect(texts == ["404 Not Found", "299", "OK  Evil: 1"])
        #expect(HTTPResponse.Status.continue.code == 100)
    }
}
