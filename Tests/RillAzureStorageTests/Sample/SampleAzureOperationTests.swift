import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests that the sample server rejects unimplemented query items, fields, and conditions, for each operation.
@Suite(.timeLimit(.minutes(5)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureOperationTests {
    private static let when = "2020-01-01T00:00:00.0000000Z"

    /// Query items that no operation implements.
    private static let items = [
        "snapshot=\(when)", "versionid=\(when)", "prevsnapshot=\(when)", "deletetype=permanent", "showonly=deleted",
        "startfrom=a", "ses=scope", "srh=x-ms-a", "suoid=user", "unknown=1", "unknown",
    ]

    /// Header fields that no operation implements.
    private static let fields: [String: String] = [
        "x-ms-if-tags": "\"a\"='b'", "x-ms-source-if-tags": "\"a\"='b'", "x-ms-if-sequence-number-lt": "1",
        "x-ms-if-sequence-number-le": "1", "x-ms-if-sequence-number-eq": "1", "x-ms-blob-sequence-number": "7",
        "x-ms-sequence-number-action": "increment", "x-ms-access-tier": "Cool", "x-ms-rehydrate-priority": "High",
        "x-ms-tags": "a=b", "x-ms-legal-hold": "true", "x-ms-immutability-policy-mode": "unlocked",
        "x-ms-immutability-policy-until-date": "Sat, 21 Nov 2027 00:00:00 GMT", "x-ms-encryption-scope": "scope",
        "x-ms-encryption-key": "AAAA", "x-ms-encryption-algorithm": "AES256", "x-ms-source-lease-id": UUID().uuidString,
        "x-ms-requires-sync": "true", "x-ms-copy-source-authorization": "Bearer a", "x-ms-expiry-option": "NeverExpire",
        "x-ms-structured-body": "XSM/1.0; properties=crc64", "x-ms-default-encryption-scope": "scope",
        "x-ms-unknown": "1", "If-Range": "\"0x1\"", "If-Unknown": "1",
    ]

    /// Conditions that are not met.
    private static let unmetConditions: [[String: String]] = [
        ["If-Match": "\"0x1\""], ["If-None-Match": "*"], ["If-Modified-Since": "Sun, 21 Nov 2100 00:00:00 GMT"],
        ["If-Unmodified-Since": "Sat, 21 Nov 2020 00:00:00 GMT"], ["x-ms-lease-id": UUID().uuidString],
    ]

    /// A sample server with a container, blobs of all types, and a queue with a received message and another one.
    private func withServer(
        _ body: (_ sample: SampleAzure, _ send: (SampleAzureOperation) async throws -> SampleAzure.Response)
            async throws -> Void
    ) async throws {
        try await SampleAzure.withContainer { sample in
            _ = try await sample.put("a", "hello")
            _ = try await sample.put("append", "", ["x-ms-blob-type": "AppendBlob"])
            _ = try await sample.put(
                "page", "", ["x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "512"])
            _ = try await sample.sendSigned(.queue, .put, "/jobs")
            _ = try await sample.send("a")
            let message = try #require(try await sample.receive(1, visibilityTimeout: 600).first)
            _ = try await sample.send("b")
            try await body(sample) { operation in
                let target = operation.target.replacing("ID", with: message.id)
                    .replacing("RECEIPT", with: PercentEncoding.encode(message.receipt))
                let fields = operation.fields.mapValues { $0.replacing("SOURCE", with: sample.storage.blobEndpoint) }
                return try await sample.sendSigned(
                    operation.service, operation.method, target, fields, operation.body.map { Array($0.utf8) })
            }
        }
    }

    /// Returns a description of all data.
    private func state(_ sample: SampleAzure) async throws -> [String] {
        var texts = [
            try await sample.sendSigned(
                .blob, .get, "/con?restype=container&comp=list&include=metadata,uncommittedblobs"
            ).text, try await sample.get("a").text,
        ]
        for (service, target) in [
            (SampleAzure.Service.blob, "/?comp=list&include=metadata"), (.queue, "/?comp=list&include=metadata"),
            (.blob, "/con/a?comp=blocklist&blocklisttype=all"), (.blob, "/con/page?comp=pagelist"),
        ] {
            texts.append(try await sample.sendSigned(service, .get, target).text)
        }
        texts.append(try await sample.count() ?? "")
        return texts + (try await sample.peek())
    }

    @Test(arguments: SampleAzureOperation.all)
    func neverIgnoresConditionsOrUnimplementedParts(_ operation: SampleAzureOperation) async throws {
        try await withServer { sample, send in
            let before = try await state(sample)
            // The service ignores the ID of a lease that is acquired.
            let acquires = operation.fields["x-ms-lease-action"] != nil
            for condition in Self.unmetConditions where !acquires || condition["x-ms-lease-id"] == nil {
                var altered = operation
                altered.fields.merge(condition) { $1 }
                let response = try await send(altered)
                #expect([304, 400, 409, 412, 501].contains(response.status), "\(condition): \(response)")
            }
            #expect(try await state(sample) == before, "after the conditions")
            for item in Self.items {
                var altered = operation
                altered.target += "\(operation.target.contains("?") ? "&" : "?")\(item)"
                let response = try await send(altered)
                #expect(response.status == 501 && response.code == "NotImplemented", "\(item): \(response)")
            }
            for (name, value) in Self.fields {
                var altered = operation
                altered.fields[name] = value
                let response = try await send(altered)
                #expect(response.status == 501 && response.code == "NotImplemented", "\(name): \(response)")
            }
            #expect(try await state(sample) == before, "after the unimplemented parts")
            let response = try await send(operation)
            #expect((200..<300).contains(response.status), "\(response)")
        }
    }

    @Test(arguments: [
        (SampleAzure.Service.blob, "/?comp=list&include=deleted"), (.blob, "/?comp=list&include=metadata,system"),
        (.blob, "/con?restype=container&comp=list&include=snapshots"),
        (.blob, "/con?restype=container&comp=list&include=metadata,tags"),
        (.queue, "/?comp=list&include=nonsense"),
    ])
    func rejectsUnimplementedInclude(_ service: SampleAzure.Service, _ target: String) async throws {
        try await SampleAzure.withContainer { sample in
            let response = try await sample.sendSigned(service, .get, target)
            #expect(response.status == 501 && response.first("QueryParameterName") == "include")
        }
    }

    @Test func rejectsCopyOfSnapshot() async throws {
        try await withServer { sample, send in
            let copy = SampleAzureOperation(
                .put, "/con/new", ["x-ms-copy-source": "SOURCE/con/a?snapshot=\(Self.when)"])
            let response = try await send(copy)
            #expect(response.status == 501, "\(response)")
            #expect(try await sample.get("new").status == 404)
        }
    }

    @Test func rejectsItemsOfOtherOperations() async throws {
        try await withServer { sample, send in
            let before = try await state(sample)
            for (service, method, target) in [
                (SampleAzure.Service.blob, HTTPRequest.Method.delete, "/con/a?restype=container"),
                (.blob, .delete, "/con/a?prefix=b"), (.queue, .delete, "/jobs?restype=container"),
                (.queue, .delete, "/jobs/messages?comp=acl"), (.queue, .delete, "/jobs/messages?popreceipt=a"),
            ] {
                let response = try await send(SampleAzureOperation(method, target, service: service))
                #expect(response.status == 501, "\(target): \(response)")
            }
            let typo = try await send(SampleAzureOperation(.get, "/jobs/messages?peekonly=yes", service: .queue))
            #expect(typo.code == "InvalidQueryParameterValue")
            #expect(try await state(sample) == before)
        }
    }

    @Test func checksumRequiresRange() async throws {
        try await withServer { _, send in
            for name in ["x-ms-range-get-content-md5", "x-ms-range-get-content-crc64"] {
                let response = try await send(SampleAzureOperation(.get, "/con/a", [name: "true"]))
                #expect(response.code == "InvalidHeaderValue" && response.first("HeaderName") == name)
            }
        }
    }
}
