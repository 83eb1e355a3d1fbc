import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the sample server's responses byte by byte where clients may depend on them.
@Suite(.timeLimit(.minutes(10))) struct SampleWireTests {
    private struct Sample {
        let service: SampleConoHa

        func send(_ request: RawRequest) async throws -> RawRequest.RawResponse {
            try await Client(baseURL: service.baseURL).send(request).firstValue()
        }
    }

    private func withSample(_ body: (Sample) async throws -> Void) async throws {
        var options = SampleConoHa.Options()
        options.now = { Date(timeIntervalSince1970: 1_437_100_152.4) }
        let service = try SampleConoHa(options: options)
        defer { service.stop() }
        try await body(Sample(service: service))
    }

    private static let login3 = RawRequest.json(
        "/v3/auth/tokens",
        #"{"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"gncu00000001","password":"sample-password"}}},"scope":{"project":{"name":"gnct00000001"}}}}"#
    )

    private static let login2 = RawRequest.json(
        "/v2.0/tokens",
        #"{"auth":{"passwordCredentials":{"password":"sample-password","username":"gncu00000001"},"tenantName":"gnct00000001"}}"#
    )

    @Test func returns300WithVersions() async throws {
        try await withSample { sample in
            let response = try await sample.send(RawRequest(target: "/"))
            #expect(response.head.status == .multipleChoices)
            #expect(response["Location"] == "\(sample.service.baseURL)/v3/")
            #expect(response["Vary"] == "X-Auth-Token")
            #expect(response["X-OpenStack-Request-ID"]?.wholeMatch(of: /req-[0-9a-f-]{36}/) != nil)
            #expect(response.body.hasPrefix(#"{"versions":{"values":[{"id":"v3.14","#))
            #expect(response.body.contains(#""media-types":[{"base":"application/json"}]"#))
            let numbers = [response, try await sample.send(RawRequest(target: "/"))].map {
                $0["x-openstack-request-id"]
            }
            #expect(Set(numbers).count == 2)
        }
    }

    @Test func formatsDatesOfEachVersion() async throws {
        try await withSample { sample in
            let third = try await sample.send(Self.login3)
            #expect(third.head.status == .created)
            #expect(third.body.contains(#""issued_at":"2015-07-17T02:29:12.000000Z""#))
            #expect(third.body.contains(#""expires_at":"2015-07-18T02:29:12.000000Z""#))
            #expect((third["x-subject-token"] ?? "").count > 170)
            #expect(!third.body.contains(third["x-subject-token"] ?? "-"))
            let second = try await sample.send(Self.login2)
            #expect(second.head.status == .ok)
            for text in [
                #""issued_at":"2015-07-17T02:29:12.390282""#, #""expires":"2015-07-18T02:29:12Z""#, #""is_admin":0"#,
                #""endpoints_links":[]"#,
            ] { #expect(second.body.contains(text), "\(text)") }
            #expect(second.body.firstMatch(of: /"id":"[0-9a-f]{32}","issued_at"/) != nil)
            #expect(second.body.contains(#""tyo1_image_size":"50GB""#))
        }
    }

    @Test func returnsKeystoneErrors() async throws {
        try await withSample { sample in
            let root = sample.service.baseURL
            let stranger = try await sample.send(RawRequest(target: "/v3/auth/catalog"))
            #expect(stranger.head.status == .unauthorized)
            #expect(stranger["WWW-Authenticate"] == "Keystone uri=\"\(root)/v3\"")
            let message = "The request you have made requires authentication."
            #expect(
                stranger.body == #"{"error":{"code":401,"message":"\#(message)","title":"Unauthorized"}}"#)
            #expect(stranger["x-openstack-request-id"] != nil)
            let page = try await sample.send(RawRequest(target: "/v2.1/tokens"))
            #expect(page.head.status == .notFound)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page["x-openstack-request-id"] != nil)
        }
    }

    @Test(arguments: [
        ("/v3/auth/tokens", "", "auth in request body"), ("/v3/auth/tokens", "{", "valid JSON in request body"),
        ("/v3/auth/tokens", "{}", "auth in request body"), ("/v2.0/tokens", "{", "valid JSON in request body"),
        ("/v2.0/tokens", #"{"auth":{}}"#, "passwordCredentials or token in auth"),
        ("/v2.0/tokens", #"{"auth":{"passwordCredentials":{}}}"#, "username in passwordCredentials"),
        ("/v3/auth/tokens", #"{"auth":{"identity":{"methods":["password"]}}}"#, "password in identity"),
    ])
    func reportsMissingFields(target: String, json: String, what: String) async throws {
        try await withSample { sample in
            let response = try await sample.send(.json(target, json))
            #expect(response.head.status == .badRequest)
            #expect(response.body.contains("Expecting to find \(what). "), "\(response.body)")
        }
    }

    @Test(arguments: [
        (#"{"auth":{"identity":{}}}"#, 400), (#"{"auth":7}"#, 400), (#"{"auth":{"identity":{"methods":[]}}}"#, 401),
        (#"{"auth":{"identity":{"methods":["magic"],"magic":{}}}}"#, 401),
        (#"{"auth":{"identity":{"methods":["password"],"password":{"user":{"password":"x"}}}}}"#, 400),
        (#"{"auth":{"identity":{"methods":["token"],"token":{}}}}"#, 404), (#"[1.5]"#, 400),
    ])
    func handlesMalformedLogins(json: String, code: Int) async throws {
        try await withSample { sample in
            let response = try await sample.send(.json("/v3/auth/tokens", json))
            #expect(response.head.status.code == code)
            #expect(response.body.hasPrefix(#"{"error":{"code":\#(code),"message":""#))
        }
    }

    @Test func requiresJSONContentType() async throws {
        try await withSample { sample in
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/xml"] {
                var request = Self.login3
                request.body?.contentType = type
                let response = try await sample.send(request)
                #expect(response.head.status == .badRequest)
                #expect(response.body.contains("Expecting to find application/json in Content-Type header."))
            }
        }
    }

    @Test func omitsCatalogAndHeadBody() async throws {
        try await withSample { sample in
            var request = Self.login3
            request.target += "?nocatalog"
            let bare = try await sample.send(request)
            #expect(!bare.body.contains("catalog"))
            let token = try #require(bare["X-Subject-Token"])
            let fields: HTTPFields = [.authToken: token, .subjectToken: token]
            let shown = try await sample.send(RawRequest(target: "/v3/auth/tokens", headerFields: fields))
            #expect(shown["X-Subject-Token"] == token)
            #expect(shown.body.contains(#""catalog":[{"#))
            let head = try await sample.send(
                RawRequest(target: "/v3/auth/tokens", method: .head, headerFields: fields))
            #expect(head.head.status == .ok)
            #expect(head.body.isEmpty)
            #expect(head["X-Subject-Token"] == token)
            let subjectless = try await sample.send(
                RawRequest(target: "/v3/auth/tokens", headerFields: [.authToken: token]))
            #expect(subjectless.head.status == .notFound)
            #expect(subjectless.body.contains("No token in the request"))
        }
    }

    @Test func returns500ForInvalidLimit() async throws {
        try await withSample { sample in
            let identity =
                #"{"methods":["password"],"password":{"user":{"name":"gncadmin","password":"sample-admin-password"}}}"#
            let scope = #"{"project":{"name":"gnct00000001"}}"#
            let login = try await sample.send(
                .json("/v3/auth/tokens", #"{"auth":{"identity":\#(identity),"scope":\#(scope)}}"#))
            let token = try #require(login["X-Subject-Token"])
            func list(_ query: String) async throws -> RawRequest.RawResponse {
                try await sample.send(RawRequest(target: "/v3/projects?\(query)", headerFields: [.authToken: token]))
            }
            #expect(try await list("limit=x").head.status == .internalServerError)
            #expect(try await list("limit=0").body.contains(#""next":null"#))
            let page = try await list("limit=1")
            #expect(page.body.contains(#""truncated":true"#))
            #expect(page.body.contains("\"next\":\"\(sample.service.baseURL)/v3/projects?limit=1&marker="))
        }
    }
}
