import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests that the sample server rejects unimplemented query items, fields, and conditions, for each operation.
@Suite(.timeLimit(.minutes(2))) struct SampleOperationTests {
    private static let tenant = SampleConoHa.tenantID
    private static let user = SampleConoHa.userID

    private static func login(_ user: String, _ password: String, methods: String = #"["password"]"#) -> RawRequest {
        .json(
            "/v3/auth/tokens",
            """
            {"auth":{"identity":{"methods":\(methods),"password":{"user":{"name":"\(user)","password":"\(password)"}}},
            "scope":{"project":{"id":"\(tenant)"}}}}
            """)
    }

    private static let operations: [SampleOperation] = [
        SampleOperation("/"), SampleOperation("/v3"), SampleOperation("/v2.0"),
        SampleOperation(login("gncu00000001", "sample-password"), items: ["nocatalog"]),
        SampleOperation(
            .json(
                "/v2.0/tokens",
                #"{"auth":{"passwordCredentials":{"username":"gncu00000001","password":"sample-password"}}}"#)),
        SampleOperation("/v2.0/tenants"), SampleOperation("/v3/auth/tokens", items: ["nocatalog"]),
        SampleOperation("/v3/auth/catalog"), SampleOperation("/v3/auth/projects"),
        SampleOperation("/v3/users/\(user)"), SampleOperation("/v3/sub-users"),
        SampleOperation(.json("/v3/users/\(user)/credentials/OS-EC2", #"{"tenant_id":"\#(tenant)"}"#)),
        SampleOperation("/v3/users/\(user)/credentials/OS-EC2"),
        SampleOperation("/compute/tyo1/v2/\(tenant)/servers"),
        SampleOperation("/compute/tyo1/v2/\(tenant)/servers/detail", items: ["limit", "marker"]),
        SampleOperation("/compute/tyo1/v2/\(tenant)/flavors/detail"),
        SampleOperation("/account/tyo1/v1/\(tenant)/order-items"),
        SampleOperation("/account/tyo1/v1/\(tenant)/billing-invoices", items: ["limit", "offset"]),
        SampleOperation("/account/tyo1/v1/\(tenant)/payment-summary"), SampleOperation("/dns/tyo1/v1/domains"),
        SampleOperation("/v3/auth/tokens", method: .delete),
    ]

    private func withServer(
        _ body: (_ send: (RawRequest) async throws -> RawRequest.RawResponse) async throws -> Void
    ) async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL)
        let response = try await client.send(Self.login("gncu00000001", "sample-password")).firstValue()
        let token = try #require(response["X-Subject-Token"])
        try await body { request in
            var request = request
            for name in ["X-Auth-Token", "X-Subject-Token"] {
                request.headerFields[try #require(HTTPField.Name(name))] = token
            }
            return try await client.send(request).firstValue()
        }
    }

    @Test func rejectsUnimplementedParts() async throws {
        try await withServer { send in
            for operation in Self.operations {
                try await operation.expectRejections(
                    interpreted: [
                        "limit", "marker", "offset", "name", "enabled", "name__contains", "sort_key", "status",
                        "nocatalog", "allow_expired", "unknown",
                    ],
                    fields: ["If-None-Match", "OpenStack-API-Version", "X-OpenStack-Nova-API-Version"], ignored: nil,
                    send: send)
            }
        }
    }

    @Test func rejectsProjectFilter() async throws {
        try await withServer { send in
            let response = try await send(RawRequest(target: "/v3/projects?name=other"))
            #expect(response.head.status == .notImplemented)
            #expect(response.body.contains("the query item name"))
        }
    }

    @Test func rejectsLoginWithSeveralMethods() async throws {
        try await withServer { send in
            let login = Self.login("gncu00000001", "sample-password", methods: #"["password","totp"]"#)
            let response = try await send(login)
            #expect(response.head.status == .notImplemented)
            #expect(response["X-Subject-Token"] == nil)
        }
    }
}
