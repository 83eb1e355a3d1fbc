import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the exact bytes of the sample server's responses wherever clients may depend on them.
@Suite(.timeLimit(.minutes(10))) struct SampleGarageWireTests {
    private func send(
        _ requests: RawRequest..., token: String? = "sample-token", options: SampleGarage.Options = .init()
    ) async throws -> [RawRequest.RawResponse] {
        try await SampleContext.run(options) { context in
            let fields: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
            let client = Client(baseURL: context.sample.baseURL, defaultFields: fields)
            var responses: [RawRequest.RawResponse] = []
            for request in requests { responses.append(try await client.send(request).firstValue()) }
            return responses
        }
    }

    private func send(
        _ target: String, token: String? = "sample-token", options: SampleGarage.Options = .init()
    ) async throws -> RawRequest.RawResponse {
        try #require(try await send(RawRequest(target: target), token: token, options: options).first)
    }

    // MARK: Lists

    @Test func formatsUsersAndPosts() async throws {
        let users = try await send("/v1/users?per_page=1&page=2")
        #expect(users["Content-Type"] == "application/json; charset=utf-8")
        #expect(
            users.body
                == #"[{"id":2,"name":"bob2","email":"bob2@example.com","_links":{"posts":{"href":"/v1/users/2/posts"}}}]"#
        )
        #expect(
            try await send("/v1/posts/1").body
                == #"{"id":1,"title":"Post 1","body":"\u003Cp\u003EThe text of post 1.\u003C/p\u003E","#
                + #""published_at":"2014-11-05T07:24:56.126Z"}"#)
        #expect(
            try await send("/v1/posts/25").body.hasSuffix(#""published_at":"2014-11-06T07:24:56.126Z"}"#))
        #expect(try await send("/v1/posts/7").body.contains(#""body":null,"published_at":"2014"#))
        #expect(try await send("/v1/posts?page=10&per_page=1").body.contains(#""published_at":null"#))
    }

    @Test func ordersLinksLikeGarage() async throws {
        func link(_ page: Int, _ rel: String, size: Int = 1) -> String {
            "</v1/users?page=\(page)&per_page=\(size)>; rel=\"\(rel)\"; page=\"\(page)\""
        }
        let expected: [(String, [String])] = [
            ("page=1&per_page=1", [link(2, "next"), link(45, "last")]),
            ("per_page=1&page=3", [link(1, "first"), link(2, "prev"), link(4, "next"), link(45, "last")]),
            ("page=45&per_page=1", [link(1, "first"), link(44, "prev")]),
            ("page=99&per_page=1", [link(1, "first"), link(98, "prev"), link(45, "last")]),
            ("", [link(2, "next", size: 20), link(3, "last", size: 20)]),
            ("page=0", [link(2, "next", size: 20), link(3, "last", size: 20)]),
        ]
        for (query, links) in expected {
            let response = try await send("/v1/users?\(query)")
            #expect(response.code == 200)
            #expect(response["Link"] == links.joined(separator: ", "))
            #expect(response["X-List-TotalCount"] == "45")
            if query.contains("99") { #expect(response.body == "[]") }
        }
    }

    @Test func omitsLinksForSinglePage() async throws {
        for target in ["/v1/users?per_page=45", "/v1/users?per_page=100", "/v1/users/9/posts", "/v1/users?per_page=-1"]
        {
            let response = try await send(target)
            #expect(response.code == 200)
            #expect(response["Link"] == nil)
            #expect(response["X-List-TotalCount"] == (target.contains("posts") ? "0" : "45"))
        }
        let all = try await send("/v1/users?per_page=-1&page=3")
        #expect(all.body.components(separatedBy: "\"id\":").count == 46)
    }

    @Test func sortsOtherQueryParametersInLinks() async throws {
        let response = try await send(
            "/v1/users?z=a+b%26c&page=1&fields=__default__,user&access_token=sample-token&per_page=200&A=%E3%81%82&l[]=1",
            token: nil)
        #expect(response.code == 200)
        #expect(response["Link"] == nil)
        for item in ["access_token", "bearer_token"] {
            let cut = try await send("/v1/users?z=a+b%26c&fields=__default__,user&\(item)=sample-token", token: nil)
            let query = "fields=__default__%2Cuser&page=2&per_page=20&z=a+b%26c"
            #expect(cut["Link"]?.hasPrefix("</v1/users?\(query)>; rel=\"next\"; page=\"2\", ") == true)
            #expect(cut["Link"]?.contains("sample-token") == false)
        }
    }

    @Test func omitsTotalCountAndLastLinkWhenHidden() async throws {
        var options = SampleGarage.Options()
        options.hidesTotals = true
        let last = try await send("/v1/users?page=50", options: options)
        #expect(last["X-List-TotalCount"] == nil)
        #expect(
            last["Link"] == #"</v1/users?page=1&per_page=20>; rel="first"; page="1", "#
                + #"</v1/users?page=49&per_page=20>; rel="prev"; page="49""#)
        let middle = try await send("/v1/users?page=3", options: options)
        #expect(middle["Link"]?.contains(#"rel="next"; page="4""#) == true)
        #expect(middle["Link"]?.contains("last") == false)
    }

    @Test(arguments: [
        ("page=abc", 400), ("page=", 400), ("per_page=x", 400), ("per_page=1.5", 400), ("per_page=0", 500),
        ("page=-3", 200), ("page=9223372036854775807", 200), ("page=9223372036854775808", 400),
    ])
    func validatesPageNumbers(query: String, code: Int) async throws {
        let response = try await send("/v1/users?\(query)")
        #expect(response.code == code)
        if code == 400 {
            #expect(response.body.isEmpty)
            #expect(response["Content-Type"] == "text/html")
        }
        if code == 500 { #expect(response.body == #"{"status":500,"error":"Internal Server Error"}"#) }
    }

    // MARK: Fields

    @Test(arguments: [
        ("id", #"{"id":1}"#), ("name,id", #"{"id":1,"name":"alice"}"#), ("nonsense", "{}"), ("id%21x", #"{"id":1}"#),
        ("_links", #"{"_links":{"posts":{"href":"/v1/users/1/posts"}}}"#), ("id%5Bx%5D", #"{"id":1}"#),
        ("%20id,%20name", #"{"id":1,"name":"alice"}"#),
    ])
    func returnsSelectedFields(fields: String, body: String) async throws {
        #expect(try await send("/v1/users/1?fields=\(fields)").body == body)
    }

    @Test(arguments: [
        (
            "user",
            #"{"user":{"id":1,"name":"alice","email":"alice@example.com","_links":{"posts":{"href":"/v1/users/1/posts"}}}}"#
        ),
        ("title,user%5Bname,nonsense%5D", #"{"title":"Post 1","user":{"name":"alice"}}"#),
        ("user%5Bname", #"{"user":{"name":"alice"}}"#),
        (
            "id,user%5B*%5D,id",
            #"{"id":1,"user":{"id":1,"name":"alice","email":"alice@example.com","_links":{"posts":{"href":"/v1/users/1/posts"}}}}"#
        ),
    ])
    func returnsSelectedNestedFields(fields: String, body: String) async throws {
        #expect(try await send("/v1/posts/1?fields=\(fields)").body == body)
    }

    @Test(arguments: ["id,", ",id", "id,,name", "%5Bid%5D", "user%5B", "user%5B%5D", "id%5D", "!"])
    func rejectsInvalidSelection(fields: String) async throws {
        let response = try await send("/v1/posts?fields=\(fields)")
        #expect(response.code == 400)
        #expect(response.body == #"{"status_code":400,"error":"Invalid query in ?fields="}"#)
    }

    @Test func handlesDeepSelection() async throws {
        #expect(try await send("/v1/users?fields=" + String(repeating: "a%5B", count: 5_000)).code == 400)
        #expect(try await send("/v1/users?fields=").code == 200)
    }

    // MARK: Bodies

    @Test(arguments: [
        (#"{"title":"a","body":"b"}"#, "application/json", 201),
        ("title=a&body=b", "application/x-www-form-urlencoded", 201),
        ("body=b&title=a+b%26", "application/x-www-form-urlencoded; charset=utf-8", 201),
        (#"{"title":"a","body":null}"#, "application/json", 201),
        (#"{"title":"a""#, "application/json", 400), ("", "application/json", 400), ("[]", "application/json", 400),
        (#"{"title":7}"#, "application/json", 400), (#"{"title":""}"#, "application/json", 201),
        ("title=", "application/x-www-form-urlencoded", 201), ("title", "application/x-www-form-urlencoded", 400),
        ("title=a", "text/plain", 400),
    ])
    func acceptsJSONAndForms(body: String, type: String, code: Int) async throws {
        let responses = try await send(
            RawRequest(target: "/v1/posts", method: .post, body: HTTPBody(body, contentType: type)))
        #expect(responses.map(\.code) == [code])
        let isBroken = body == #"{"title":"a""#
        if code == 400 { #expect(responses.first?.body == (isBroken ? #"{"status":400,"error":"Bad Request"}"# : "")) }
        if code == 201 { #expect(responses.first?["Location"]?.hasSuffix("/v1/posts/61") == true) }
    }

    @Test(arguments: [HTTPRequest.Method.put, .patch]) func updatesOnlySpecifiedProperties(method: HTTPRequest.Method)
        async throws
    {
        func change(_ text: String) -> RawRequest {
            .json("/v1/posts/1", method: method, text)
        }
        let responses = try await send(
            change(#"{"title":"t"}"#), RawRequest(target: "/v1/posts/1?fields=title,body"), change(#"{"body":null}"#),
            RawRequest(target: "/v1/posts/1?fields=title,body"), change(#"{"published_at":"2020-01-02T03:04:05Z"}"#),
            RawRequest(target: "/v1/posts/1?fields=published_at"), change(#"{"title":null}"#), change(#"{"body":[]}"#))
        #expect(responses.map(\.code) == [204, 200, 204, 200, 204, 200, 400, 400])
        #expect(responses[0].body.isEmpty)
        #expect(responses[1].body == #"{"title":"t","body":"\u003Cp\u003EThe text of post 1.\u003C/p\u003E"}"#)
        #expect(responses[3].body == #"{"title":"t","body":null}"#)
        #expect(responses[5].body == #"{"published_at":"2020-01-02T03:04:05.000Z"}"#)
    }

    // MARK: Errors

    @Test(arguments: ["/v1/users", "/v1/users/1", "/v1/posts"]) func omitsBodyForHEAD(target: String) async throws {
        let responses = try await send(RawRequest(target: target, method: .head))
        #expect(responses.map(\.code) == [204])
        #expect(try await send(RawRequest(target: target, method: .head), token: nil).map(\.code) == [401])
    }

    @Test(arguments: ["/", "/v1", "/users", "/v2/users", "/v1/users/", "/v1/users/1/comments", "/oauth"])
    func returns404ForUnknownPaths(target: String) async throws {
        let responses = try await send(
            RawRequest(target: target), RawRequest(target: "/v1/users", method: .delete), token: nil)
        #expect(responses.map(\.code) == [404, 404])
        #expect(responses.map(\.body) == ["", ""])
    }

    @Test(arguments: ["/v1/users/46", "/v1/users/x", "/v1/posts/0", "/v1/users/99/posts"])
    func returns404ForUnknownRecords(target: String) async throws {
        let response = try await send(target)
        #expect(response.code == 404)
        #expect(response.body == #"{"status":404,"error":"Not Found"}"#)
    }

    @Test(arguments: ["text/html", "application/vnd.cookpad.dictionary+json", "application/xml, text/*;q=0.5"])
    func returnsOnlyJSON(accept: String) async throws {
        let responses = try await send(
            RawRequest(target: "/v1/users", headerFields: [.accept: accept]),
            RawRequest(target: "/v1/users", headerFields: [.accept: "\(accept), application/json;q=0.1"]),
            RawRequest(target: "/v1/users", headerFields: [.accept: "*/*"]))
        #expect(responses.map(\.code) == [406, 200, 200])
        #expect(responses.first?.body == "")
    }

    @Test func validatesTokenBeforeFields() async throws {
        let response = try await send("/v1/users?fields=,", token: "unknown")
        #expect(response.code == 401)
        #expect(response.body == #"{"status_code":401,"error":"Unauthorized (invalid token)"}"#)
        for query in ["access_token=sample-token", "bearer_token=sample-token"] {
            #expect(try await send("/v1/users?\(query)", token: nil).code == 200)
        }
        for value in ["sample-token", "Basic sample-token", "Bearer"] {
            let request = RawRequest(target: "/v1/users", headerFields: [.authorization: value])
            #expect(try await send(request).map(\.code) == [401])
        }
        let lower = RawRequest(target: "/v1/users", headerFields: [.authorization: "bearer sample-token"])
        #expect(try await send(lower).map(\.code) == [200])
    }

    @Test func formatsTokensLikeDoorkeeper() async throws {
        var options = SampleGarage.Options()
        options.issuesRefreshTokens = true
        options.now = { Date(timeIntervalSince1970: 1_795_226_440) }
        let form = "grant_type=password&username=alice%40example.com&client_id=sample-application&client_secret="
        func login(_ secret: String) -> RawRequest {
            let body = HTTPBody(form + secret, contentType: "application/x-www-form-urlencoded")
            return RawRequest(target: "/oauth/token", method: .post, body: body)
        }
        let responses = try await send(login("sample-secret"), login("x"), token: nil, options: options)
        let token =
            /\{"access_token":"[0-9a-f]{64}","token_type":"Bearer","expires_in":7200,"refresh_token":"[0-9a-f]{64}","scope":"public write_post","created_at":1795226440\}/
        #expect(responses[0].code == 200)
        #expect(responses[0].body.wholeMatch(of: token) != nil)
        #expect(responses[1].code == 401)
        #expect(
            responses[1].body.hasPrefix(#"{"error":"invalid_client","error_description":"Unknown application"#)
        )
        #expect(
            responses[1]["WWW-Authenticate"]?.hasPrefix(#"Bearer realm="Doorkeeper", error="invalid_client", "#) == true
        )
    }
}
