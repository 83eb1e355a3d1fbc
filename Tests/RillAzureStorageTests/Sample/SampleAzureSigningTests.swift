import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillTestSupport
import Testing

/// Tests Shared Key authorization of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureSigningTests {
    private static let path = "/vectors/%E6%97%A5%E6%9C%AC%20%E8%AA%9E.txt"

    /// A request signed by another implementation, with a fixed date and version.
    private struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        var service = SampleAzure.Service.blob
        let method: HTTPRequest.Method
        let target: String
        let signature: String
        let status: Int
        var code: String?
        var fields: [String: String] = [:]
        var body: String?

        var testDescription: String { name }

        func send(to sample: SampleAzure, signature: String? = nil) async throws -> SampleAzure.Response {
            var fields = fields
            fields["x-ms-date"] = SampleAzure.date
            fields["x-ms-version"] = SampleAzure.version
            fields["Authorization"] = "SharedKey devstoreaccount1:\(signature ?? self.signature)"
            return try await sample.send(
                service, method, "/devstoreaccount1\(target)", SampleAzure.fields(fields),
                body.map { HTTPBody($0, contentType: nil) })
        }
    }

    private static let blobs: [Vector] = [
        Vector(
            name: "V1", method: .get, target: "/?comp=list",
            signature: "lHKPiUwE0rxGIKrqcN+oDWUlPc7wJkCQ+NX6g7REGWU=", status: 200),
        Vector(
            name: "V2", method: .put, target: "/vectors?restype=container",
            signature: "c32Jp5BO9XeNMfhAtS/fJ2O0IbDmVLgh5LgdX2h15mk=", status: 201,
            fields: ["x-ms-blob-public-access": "blob"]),
        Vector(
            name: "V5", method: .get, target: path, signature: "oW7jpFiVV6o50HHLZBld9bsY2MltmqawAWs27kqpo78=",
            status: 404, code: "BlobNotFound", fields: ["Range": "bytes=0-1"]),
        Vector(
            name: "V3", method: .put, target: path, signature: "uUUuNlMJXrD3eObGA9tNzpyPzsnUo5i73RpvAZx5nDk=",
            status: 201,
            fields: [
                "Content-Type": "text/plain; charset=utf-8", "x-ms-blob-type": "BlockBlob",
                "x-ms-meta-note": "two spaces",
            ], body: "hello"),
        Vector(
            name: "V4", method: .get,
            target: "/vectors?restype=container&comp=list&maxresults=2&prefix=%E6%97%A5%E6%9C%AC%20",
            signature: "z4haE/Na+tiFqbXD3zZkF+bjQuIZGx24XDrDgGd9b8Q=", status: 200),
    ]

    private static let queues: [Vector] = [
        Vector(
            name: "V9", service: .queue, method: .delete,
            target:
                "/vectorq/messages/00000000-0000-0000-0000-000000000000?popreceipt=AgAAAAMAAAAAAAAA%2B%2Fx%3D",
            signature: "d1z6k+WFi2G9MybDKTgLe1I686F8jb9gHJrZMt9UFew=", status: 404, code: "QueueNotFound"),
        Vector(
            name: "V6", service: .queue, method: .put, target: "/vectorq",
            signature: "XdC04wX2/kzJJABUv/MTiq/vnWYG9ooy3nFqibSv1mo=", status: 201),
        Vector(
            name: "V7", service: .queue, method: .post,
            target: "/vectorq/messages?visibilitytimeout=0&messagettl=3600",
            signature: "r36s2l0fCIOkJhkCQdJPl0DlxmIRgRwgkLpL0jLseaM=", status: 201,
            fields: ["Content-Type": "application/xml"],
            body: "<QueueMessage><MessageText>aGVsbG8=</MessageText></QueueMessage>"),
        Vector(
            name: "V8", service: .queue, method: .get,
            target: "/vectorq/messages?numofmessages=32&visibilitytimeout=30",
            signature: "cxeL+rATsU1Lla6ZjoAVchICVKJwjdQIfPwPG5kT6P0=", status: 200),
    ]

    @Test(arguments: [blobs, queues]) private func acceptsSignaturesOfOtherImplementation(_ vectors: [Vector])
        async throws
    {
        try await SampleAzure.with { sample in
            for vector in vectors {
                let response = try await vector.send(to: sample)
                #expect(response.status == vector.status, "\(vector.name): \(response.text)")
                #expect(response.code == vector.code, "\(vector.name)")
            }
        }
    }

    @Test(arguments: blobs + queues) private func rejectsChangedSignature(_ vector: Vector) async throws {
        try await SampleAzure.with { sample in
            let first = vector.signature.hasPrefix("A") ? "B" : "A"
            try await expectOutcomes(
                (vector.send(to: sample, signature: first + vector.signature.dropFirst()), "403 AuthenticationFailed"))
        }
    }

    @Test func errorContainsStringToSign() async throws {
        try await SampleAzure.with { sample in
            let vector = Self.blobs[0]
            let response = try await vector.send(to: sample, signature: "AAAA")
            let detail = try #require(response.first("AuthenticationErrorDetail"))
            let signed =
                "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Sat, 21 Nov 2026 00:00:00 GMT\nx-ms-version:2021-08-06\n"
                + "/devstoreaccount1/devstoreaccount1/\ncomp:list"
            #expect(detail.contains("'AAAA'"))
            #expect(detail.contains("'\(signed)'"))
        }
    }

    @Test func decodesPlusInQueryAsPlus() async throws {
        try await SampleAzure.with { sample async throws in
            let target = "/vectorq/messages/00000000-0000-0000-0000-000000000000?popreceipt=AgAAAAMAAAAAAAAA+%2Fx%3D"
            var vector = Self.queues[0]
            vector = Vector(
                name: "V9", service: .queue, method: .delete, target: target, signature: vector.signature, status: 404)
            #expect(try await vector.send(to: sample).code == "QueueNotFound")
        }
    }

    /// Sends a request with the signature of a text.
    private func send(
        _ sample: SampleAzure, _ method: HTTPRequest.Method, _ target: String, signing text: String,
        _ fields: [String: String] = [:]
    ) async throws -> Int {
        let own = [
            "x-ms-date": SampleAzure.date, "x-ms-version": SampleAzure.version,
            "Authorization": "SharedKey devstoreaccount1:\(SampleAzure.signature(of: text))",
        ]
        let fields = SampleAzure.fields(fields.merging(own) { $1 })
        return try await sample.send(.blob, method, "/devstoreaccount1\(target)", fields).status
    }

    @Test func sortsUnderscoresBeforeDigits() async throws {
        try await SampleAzure.with { sample async throws in
            func create(_ container: String, _ lines: String) async throws -> Int {
                let text =
                    "PUT\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:\(SampleAzure.date)\n\(lines)x-ms-version:2021-08-06\n"
                    + "/devstoreaccount1/devstoreaccount1/\(container)\nrestype:container"
                return try await send(
                    sample, .put, "/\(container)?restype=container", signing: text,
                    ["x-ms-meta-a_b": "1", "x-ms-meta-a1": "2"])
            }
            #expect(try await create("first", "x-ms-meta-a_b:1\nx-ms-meta-a1:2\n") == 201)
            #expect(try await create("second", "x-ms-meta-a1:2\nx-ms-meta-a_b:1\n") == 403)
        }
    }

    @Test(arguments: [
        ("a  \t b", "a b", 201), ("a  b", "a  b", 201), ("a   b", "a  b", 403),
        ("日本\u{3000}\u{3000}語", "日本\u{3000}\u{3000}語", 201),
    ])
    func acceptsFoldedAndUnchangedWhiteSpace(_ value: String, _ signed: String, _ status: Int) async throws {
        try await SampleAzure.with { sample async throws in
            let text =
                "PUT\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:\(SampleAzure.date)\nx-ms-meta-a:\(signed)\n"
                + "x-ms-version:2021-08-06\n/devstoreaccount1/devstoreaccount1/con\nrestype:container"
            #expect(
                try await send(sample, .put, "/con?restype=container", signing: text, ["x-ms-meta-a": value]) == status)
        }
    }

    @Test func joinsRepeatedQueryParameters() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let text =
                "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:\(SampleAzure.date)\nx-ms-version:2021-08-06\n"
                + "/devstoreaccount1/devstoreaccount1/con\ncomp:list\ninclude:copy,metadata\nrestype:container"
            let target = "/con?restype=container&include=metadata&comp=list&INCLUDE=copy"
            #expect(try await send(sample, .get, target, signing: text) == 200)
        }
    }

    @Test(arguments: [(-901.0, 403), (-900, 200), (900, 200), (901, 403)])
    func rejectsDatesOutsideTolerance(_ seconds: TimeInterval, _ status: Int) async throws {
        try await SampleAzure.with { sample in
            sample.clock.advance(by: -seconds)
            let response = try await Self.blobs[0].send(to: sample)
            #expect(response.status == status)
            guard status == 403 else { return }
            #expect(response.code == "AuthenticationFailed")
            let word = seconds < 0 ? "old" : "new"
            #expect(
                response.first("AuthenticationErrorDetail")
                    == "Request date header too \(word): 'Sat, 21 Nov 2026 00:00:00 GMT'")
        }
    }

    @Test func acceptsAnyDateWithoutCheck() async throws {
        var options = SampleAzureStorage.Options()
        options.checksDates = false
        try await SampleAzure.with(options) { sample async throws in
            sample.clock.advance(by: 1_000_000)
            #expect(try await Self.blobs[0].send(to: sample).status == 200)
        }
    }

    @Test(arguments: [
        ("SharedKeyLite devstoreaccount1:AAAA", 400, "InvalidAuthenticationInfo"),
        ("Bearer token", 401, "InvalidAuthenticationInfo"), ("SharedKey", 400, "InvalidAuthenticationInfo"),
        ("SharedKey nobody:AAAA", 403, "AuthenticationFailed"),
    ])
    func rejectsInvalidAuthorization(_ authorization: String, _ status: Int, _ code: String) async throws {
        try await SampleAzure.with { sample in
            let fields = ["x-ms-date": SampleAzure.date, "Authorization": authorization]
            let response = try await sample.send(
                .blob, .get, "/devstoreaccount1/?comp=list", SampleAzure.fields(fields))
            #expect(response.status == status)
            #expect(response.code == code)
        }
    }

    @Test func requiresDate() async throws {
        try await SampleAzure.with { sample in
            let fields = ["Authorization": "SharedKey devstoreaccount1:AAAA"]
            let response = try await sample.send(
                .blob, .get, "/devstoreaccount1/?comp=list", SampleAzure.fields(fields))
            #expect(response.status == 403)
            #expect(response.first("AuthenticationErrorDetail") == "Request date header not specified")
        }
    }

    @Test func usesConfiguredAccount() async throws {
        var options = SampleAzureStorage.Options()
        options.accountName = "myaccount"
        options.accountKey = "a2V5LWtleS1rZXkta2V5LWtleS1rZXkta2V5LWtleQ=="
        try await SampleAzure.with(options) { sample in
            let text =
                "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:\(SampleAzure.date)\nx-ms-version:2021-08-06\n"
                + "/myaccount/myaccount/\ncomp:list"
            let signature = SampleAzure.signature(of: text, key: options.accountKey)
            let fields = SampleAzure.fields([
                "x-ms-date": SampleAzure.date, "x-ms-version": SampleAzure.version,
                "Authorization": "SharedKey myaccount:\(signature)",
            ])
            try await expectOutcomes(
                (sample.send(.blob, .get, "/myaccount/?comp=list", fields), "200"),
                (sample.send(.blob, .get, "/devstoreaccount1/?comp=list", fields), "ResourceNotFound"))
            #expect(sample.storage.blobEndpoint.hasSuffix("/myaccount"))
        }
    }
}
