import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests conditional requests to the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct SampleAzureConditionTests {
    private static let before = "Fri, 20 Nov 2026 23:59:59 GMT"
    private static let same = SampleAzure.date
    private static let after = "Sat, 21 Nov 2026 00:00:01 GMT"

    /// Replaces `TAG` in header fields by the blob's ETag.
    private func fields(_ fields: [String: String], _ tag: String) -> [String: String] {
        fields.mapValues { $0.replacing("TAG", with: tag.filter { $0 != "\"" }) }
    }

    @Test(arguments: [
        (["If-Match": "\"TAG\""], 200), (["If-Match": "TAG"], 200), (["If-Match": "*"], 200),
        (["If-Match": "\"0x1\""], 412), (["If-Match": "\"0x1\", \"TAG\""], 200), (["If-None-Match": "\"TAG\""], 304),
        (["If-None-Match": "\"0x1\""], 200), (["If-None-Match": "*"], 400), (["If-Modified-Since": before], 200),
        (["If-Modified-Since": same], 304), (["If-Modified-Since": after], 304),
        (["If-Unmodified-Since": before], 412), (["If-Unmodified-Since": same], 200),
        (["If-None-Match": "\"0x1\"", "If-Modified-Since": same], 200),
        (["If-Match": "\"TAG\"", "If-Unmodified-Since": before], 412),
    ])
    func appliesConditionsToReads(_ conditions: [String: String], _ status: Int) async throws {
        try await SampleAzure.withContainer { sample in
            // The dates in header fields have no fraction of a second.
            sample.clock.advance(by: 0.5)
            let tag = try #require(try await sample.put("a", "hello")["ETag"])
            for target in ["/con/a", "/con/a?comp=metadata"] {
                let response = try await sample.sendSigned(.blob, .get, target, fields(conditions, tag))
                #expect(response.status == status)
                switch status {
                case 200: #expect(response.code == nil)
                case 400: #expect(response.code == "UnsatisfiableCondition")
                default: #expect(response.code == "ConditionNotMet")
                }
                if status == 304 {
                    #expect(response.body.isEmpty)
                    #expect(response["ETag"] == tag)
                }
            }
        }
    }

    @Test(
        arguments: [
            (["If-Match": "\"TAG\""], 201, nil), (["If-Match": "\"0x1\""], 412, "ConditionNotMet"),
            (["If-None-Match": "*"], 409, "BlobAlreadyExists"), (["If-None-Match": "\"TAG\""], 412, "ConditionNotMet"),
            (["If-None-Match": "\"0x1\""], 201, nil), (["If-Modified-Since": same], 412, "ConditionNotMet"),
            (["If-Modified-Since": before], 201, nil), (["If-Unmodified-Since": before], 412, "ConditionNotMet"),
            (["If-Unmodified-Since": same], 201, nil),
        ] as [([String: String], Int, String?)])
    func appliesConditionsToWrites(_ conditions: [String: String], _ status: Int, _ code: String?) async throws {
        try await SampleAzure.withContainer { sample in
            let tag = try #require(try await sample.put("a", "hello")["ETag"])
            let response = try await sample.put("a", "other", fields(conditions, tag))
            #expect(response.status == status)
            #expect(response.code == code)
            #expect(try await sample.get("a").text == (status == 201 ? "other" : "hello"))
        }
    }

    @Test func appliesConditionsToNewBlobs() async throws {
        try await SampleAzure.withContainer { sample async throws in
            try await expectOutcomes(
                (sample.put("a", "hello", ["If-Match": "*"]), "ConditionNotMet"),
                (sample.put("a", "hello", ["If-None-Match": "*"]), "201"))
        }
    }

    @Test func appliesConditionsToMetadataAndDeletion() async throws {
        try await SampleAzure.withContainer { sample in
            let tag = try #require(try await sample.put("a", "hello")["ETag"])
            let other = ["If-Match": "\"0x1\""]
            for target in ["/con/a?comp=metadata", "/con/a?comp=properties"] {
                #expect(try await sample.sendSigned(.blob, .put, target, other).code == "ConditionNotMet")
            }
            try await expectOutcomes(
                (sample.sendSigned(.blob, .delete, "/con/a", other), "ConditionNotMet"),
                (sample.sendSigned(.blob, .delete, "/con/none", other), "BlobNotFound"),
                (sample.sendSigned(.blob, .delete, "/con/a", ["If-Match": tag]), "202"))
        }
    }

    @Test func appliesConditionsToContainers() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let target = "/con?restype=container"
            let early = ["If-Unmodified-Since": Self.before]
            try await expectOutcomes(
                (sample.sendSigned(.blob, .delete, target, early), "ConditionNotMet"),
                (
                    sample.sendSigned(.blob, .put, "\(target)&comp=metadata", ["If-Modified-Since": Self.same]),
                    "ConditionNotMet"
                ), (sample.sendSigned(.blob, .delete, target, ["If-Unmodified-Since": Self.same]), "202"))
        }
    }

    // MARK: Copies

    @Test func copiesBlob() async throws {
        try await SampleAzure.withContainer { sample in
            let fields = ["x-ms-meta-of": "source", "Content-Type": "text/x"]
            #expect(try await sample.put("%E6%97%A5%2B%20%26", "hello", fields).status == 201)
            let source = "\(sample.storage.blobEndpoint)/con/%E6%97%A5%2B%20%26"
            let copied = try await sample.sendSigned(.blob, .put, "/con/b/c", ["x-ms-copy-source": source])
            #expect(copied.status == 202)
            #expect(copied["x-ms-copy-status"] == "success")
            let id = try #require(copied["x-ms-copy-id"])
            let copy = try await sample.get("b/c")
            #expect(copy.text == "hello")
            #expect(copy["Content-Type"] == "text/x")
            #expect(copy["x-ms-meta-of"] == "source")
            #expect(copy["x-ms-copy-progress"] == "5/5")
            #expect(copy["x-ms-copy-id"] == id)
            #expect(copy["x-ms-copy-source"] == source)
            let own = ["x-ms-copy-source": source, "x-ms-meta-of": "own"]
            #expect(try await sample.sendSigned(.blob, .put, "/con/b/c", own).status == 202)
            #expect(try await sample.get("b/c")["x-ms-meta-of"] == "own")
            #expect(try await sample.put("b/c", "put").status == 201)
            #expect(try await sample.get("b/c")["x-ms-copy-id"] == nil)
        }
    }

    @Test func rejectsExternalCopySources() async throws {
        try await SampleAzure.withContainer { sample in
            func copy(_ source: String, _ fields: [String: String] = [:]) async throws -> SampleAzure.Response {
                let fields = fields.merging(["x-ms-copy-source": source]) { own, _ in own }
                return try await sample.sendSigned(.blob, .put, "/con/b", fields)
            }
            let root = sample.storage.blobEndpoint
            try await expectOutcomes((copy("\(root)/con/none"), "404 CannotVerifyCopySource"))
            for address in ["http://127.0.0.1:1/devstoreaccount1/con/a", "\(sample.storage.queueEndpoint)/con/a", "a"] {
                try await expectOutcomes((copy(address), "400 CannotVerifyCopySource"))
            }
            try await expectOutcomes(
                (copy(root + "/"), "InvalidHeaderValue"), (sample.put("a", "hello"), "201"),
                (copy("\(root)/con/a", ["x-ms-source-if-match": "\"0x1\""]), "412 SourceConditionNotMet"),
                (copy("\(root)/con/a", ["If-Match": "*"]), "ConditionNotMet"),
                (copy("\(root)/con/a", ["If-None-Match": "*"]), "202"),
                (copy("\(root)/con/a", ["If-None-Match": "*"]), "BlobAlreadyExists"))
        }
    }
}
