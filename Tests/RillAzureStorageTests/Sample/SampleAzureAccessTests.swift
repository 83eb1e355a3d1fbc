import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillTestSupport
import Testing

/// Tests access with shared access signatures and anonymous access.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureAccessTests {
    /// Returns the query of a signature.
    ///
    /// The default grants all permissions.
    private static func query(
        sp: String = "rwdlacup", ss: String = "bq", srt: String = "sco", st: String = "",
        se: String = "2030-01-01T00:00:00Z", sip: String = "", spr: String = "https,http", sv: String = "2021-08-06",
        sig: String? = nil
    ) -> String {
        var lines = ["devstoreaccount1", sp, ss, srt, st, se, sip, spr, sv]
        if sv >= "2020-12-06" { lines.append("") }
        let signature = sig ?? SampleAzure.signature(of: lines.map { $0 + "\n" }.joined())
        let pairs = [
            ("sv", sv), ("ss", ss), ("srt", srt), ("sp", sp), ("se", se), ("st", st), ("sip", sip), ("spr", spr),
            ("sig", signature),
        ]
        return pairs.filter { !$0.1.isEmpty }.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }

    private func withBlob(_ access: String? = nil, _ body: (SampleAzure) async throws -> Void) async throws {
        try await SampleAzure.with { sample in
            let fields = access.map { ["x-ms-blob-public-access": $0] } ?? [:]
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "/con?restype=container", fields), "201"),
                (sample.sendSigned(.blob, .put, "/con/a.txt", ["x-ms-blob-type": "BlockBlob"], text: "hello"), "201"))
            try await body(sample)
        }
    }

    private func get(_ sample: SampleAzure, _ target: String) async throws -> SampleAzure.Response {
        try await sample.send(.blob, .get, "/devstoreaccount1\(target)")
    }

    // MARK: Signatures

    @Test func acceptsSignatureOfOtherImplementation() async throws {
        try await withBlob { sample async throws in
            let query = Self.query(sig: "/0Nom0XBz/XQAyDPHNsdv/ZVj/UTP/fixLZu7XLG8Fo=")
            #expect(try await get(sample, "/con/a.txt?\(query)").text == "hello")
            try await expectOutcomes(
                (get(sample, "/?comp=list&\(query)"), "200"),
                (sample.send(.queue, .get, "/devstoreaccount1/?comp=list&\(query)"), "200"))
        }
    }

    @Test(arguments: [
        (query(sig: "AAAA"), "AuthenticationFailed"), (query(se: "2026-11-20"), "AuthenticationFailed"),
        (query(se: "2026-11-21T00:00:00Z"), "AuthenticationFailed"),
        (query(st: "2026-11-21T00:00:01Z"), "AuthenticationFailed"), (query(se: ""), "AuthenticationFailed"),
        (query(se: "tomorrow"), "AuthenticationFailed"), (query(ss: ""), "AuthenticationFailed"),
        (query(sp: "wdlacup"), "AuthorizationPermissionMismatch"),
        (query(ss: "qt"), "AuthorizationServiceMismatch"), (query(srt: "sc"), "AuthorizationResourceTypeMismatch"),
        (query(spr: "https"), "AuthorizationProtocolMismatch"),
        (query(sip: "10.0.0.1"), "AuthorizationSourceIPMismatch"),
        (query(sip: "127.0.0.2-127.0.0.9"), "AuthorizationSourceIPMismatch"),
    ])
    func rejectsInvalidSignatures(_ query: String, _ code: String) async throws {
        try await withBlob { sample in
            let response = try await get(sample, "/con/a.txt?\(query)")
            #expect(response.status == 403)
            #expect(response.code == code)
            #expect((response.first("AuthenticationErrorDetail") != nil) == (code == "AuthenticationFailed"))
        }
    }

    @Test(arguments: [
        query(sp: "r"), query(ss: "b"), query(srt: "o"), query(st: "2026-11-21T00:00:00Z", spr: "http"),
        query(se: "2026-11-22"), query(se: "2026-11-21T00:01Z"), query(sip: "127.0.0.1"),
        query(sip: "127.0.0.0-127.0.0.1"), query(sv: "2020-10-02"),
    ])
    func acceptsValidSignatures(_ query: String) async throws {
        try await withBlob { sample in
            let response = try await get(sample, "/con/a.txt?\(query)")
            #expect(response.text == "hello")
        }
    }

    @Test func errorContainsStringToSign() async throws {
        try await withBlob { sample in
            let response = try await get(sample, "/con/a.txt?\(Self.query(sp: "r", sig: "AAAA"))")
            #expect(
                response.first("AuthenticationErrorDetail")
                    == "Signature did not match. String to sign used was devstoreaccount1\nr\nbq\nsco\n\n"
                    + "2030-01-01T00:00:00Z\n\nhttps,http\n2021-08-06\n\n")
        }
    }

    /// The string to sign of a user delegation signature has more lines in newer versions.
    @Test(arguments: [("2021-08-06", 0, 0), ("2025-07-05", 2, 0), ("2026-04-06", 2, 2), ("2026-10-06", 2, 2)])
    func acceptsUserDelegationSignatures(_ version: String, _ users: Int, _ requests: Int) async throws {
        var options = SampleAzureStorage.Options()
        options.accessTokens = ["token"]
        try await SampleAzure.with(options) { sample async throws in
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "/con?restype=container"), "201"), (sample.put("a", "hello"), "201"))
            let end = "2026-11-22T00:00:00Z"
            let key = try await sample.send(
                .blob, .post, "/devstoreaccount1/?restype=service&comp=userdelegationkey",
                SampleAzure.fields(["Authorization": "Bearer token", "x-ms-version": version]),
                HTTPBody("<KeyInfo><Expiry>\(end)</Expiry></KeyInfo>"))
            let names = ["SignedOid", "SignedTid", "SignedStart", "SignedExpiry", "SignedService", "SignedVersion"]
            let values = try names.map { try #require(key.first($0)) }
            #expect(values[5] == version)
            func query(_ users: Int) throws -> String {
                var lines = ["r", "", end, "/blob/devstoreaccount1/con/a"] + values
                lines += [String](repeating: "", count: 3 + users)
                lines += ["", "http", version, "b", "", ""] + [String](repeating: "", count: requests + 5)
                let signature = SampleAzure.signature(
                    of: lines.joined(separator: "\n"), key: try #require(key.first("Value")))
                let pairs =
                    zip(["skoid", "sktid", "skt", "ske", "sks", "skv"], values).map { ($0, $1) }
                    + [("sv", version), ("sr", "b"), ("sp", "r"), ("se", end), ("spr", "http"), ("sig", signature)]
                return pairs.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
            }
            #expect(try await get(sample, "/con/a?\(query(users))").text == "hello")
            #expect(try await get(sample, "/con/a?\(query(users + 1))").code == "AuthenticationFailed")
        }
    }

    @Test func overwritingRequiresWritePermission() async throws {
        try await withBlob { sample async throws in
            func put(_ name: String, _ query: String) async throws -> SampleAzure.Response {
                try await sample.send(
                    .blob, .put, "/devstoreaccount1/con/\(name)?\(query)",
                    SampleAzure.fields(["x-ms-blob-type": "BlockBlob"]), HTTPBody("other"))
            }
            try await expectOutcomes(
                (put("new.txt", Self.query(sp: "c")), "201"),
                (put("a.txt", Self.query(sp: "c")), "AuthorizationPermissionMismatch"),
                (put("a.txt", Self.query(sp: "r")), "AuthorizationPermissionMismatch"),
                (put("a.txt", Self.query(sp: "w")), "201"))
        }
    }

    @Test func messageOperationsRequireTheirPermissions() async throws {
        try await SampleAzure.with { sample async throws in
            #expect(try await sample.sendSigned(.queue, .put, "/jobs").status == 201)
            func sendSigned(_ method: HTTPRequest.Method, _ sp: String, _ query: String = "") async throws -> Int {
                let target = "/devstoreaccount1/jobs/messages?\(Self.query(sp: sp, ss: "q", srt: "o"))\(query)"
                let text = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
                let body = method == .post ? HTTPBody(text, contentType: "application/xml") : nil
                return try await sample.send(.queue, method, target, [:], body).status
            }
            #expect(try await sendSigned(.post, "a") == 201)
            #expect(try await sendSigned(.post, "rwdlcup") == 403)
            #expect(try await sendSigned(.get, "r", "&peekonly=true") == 200)
            #expect(try await sendSigned(.get, "p", "&peekonly=true") == 403)
            #expect(try await sendSigned(.get, "p") == 200)
            #expect(try await sendSigned(.get, "r") == 403)
            #expect(try await sendSigned(.delete, "p") == 403)
            #expect(try await sendSigned(.delete, "d") == 204)
        }
    }

    @Test func copyRequiresReadPermissionForSource() async throws {
        try await withBlob { sample async throws in
            func copy(_ query: String) async throws -> SampleAzure.Response {
                let source = "\(sample.storage.blobEndpoint)/con/a.txt\(query)"
                return try await sample.send(
                    .blob, .put, "/devstoreaccount1/con/b.txt?\(Self.query(sp: "w"))",
                    SampleAzure.fields(["x-ms-copy-source": source]))
            }
            for query in ["", "?\(Self.query(sp: "w"))", "?\(Self.query(sp: "r", sig: "AAAA"))"] {
                try await expectOutcomes((copy(query), "403 CannotVerifyCopySource"))
            }
            #expect(try await copy("?\(Self.query(sp: "r"))").status == 202)
            #expect(try await sample.get("b.txt")["x-ms-copy-source"]?.hasSuffix("/con/a.txt") == true)
            let fields = ["x-ms-blob-public-access": "blob"]
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "/con?restype=container&comp=acl", fields), "200"), (copy(""), "202"))
        }
    }

    // MARK: Anonymous access

    @Test(
        arguments: [
            (nil, 404, "ResourceNotFound", 404), ("blob", 200, nil, 404), ("container", 200, nil, 200),
        ] as [(String?, Int, String?, Int)])
    func permitsAnonymousReadsOfPublicBlobs(_ access: String?, _ blob: Int, _ code: String?, _ list: Int) async throws {
        try await withBlob(access) { sample in
            let response = try await get(sample, "/con/a.txt")
            #expect(response.status == blob)
            #expect(response.code == code)
            #expect(try await get(sample, "/con?restype=container&comp=list").status == list)
            #expect(try await get(sample, "/con?restype=container").status == list)
            #expect(try await get(sample, "/none/a.txt").status == 404)
        }
    }

    @Test func rejectsOtherAnonymousRequests() async throws {
        try await withBlob("container") { sample in
            let responses = [
                try await get(sample, "/?comp=list"), try await get(sample, "/con?restype=container&comp=acl"),
                try await sample.send(.blob, .delete, "/devstoreaccount1/con/a.txt"),
                try await sample.send(.queue, .get, "/devstoreaccount1/jobs/messages"),
            ]
            #expect(responses.map(\.status) == [401, 401, 401, 401])
            #expect(responses.map(\.code) == Array(repeating: "NoAuthenticationInformation", count: 4))
            #expect(responses[0]["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
        }
    }
}
