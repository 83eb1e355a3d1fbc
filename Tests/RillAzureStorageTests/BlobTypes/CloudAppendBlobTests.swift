import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct CloudAppendBlobTests {
    @Test func appendsBlocks() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "日本/log.txt")
            let headers = BlobHeaders(contentType: "text/plain")
            let created = try await blobs.createAppendBlob(blob, headers: headers, metadata: ["a": "1"]).firstValue()
            let md5 = ContentChecksum.md5(of: Array("one ".utf8))
            let first = try await blobs.append(HTTPBody("one "), to: blob, checksum: md5).firstValue()
            #expect(first.offset == 0 && first.blockCount == 1 && first.version.eTag != created.eTag)
            let second = try await blobs.append(HTTPBody("two"), to: blob, at: 4, maxSize: 7).firstValue()
            #expect(second.offset == 4 && second.blockCount == 2)
            #expect(try await blobs.data(of: blob).firstValue() == Data("one two".utf8))
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.blobType == .append && details.properties.headers.contentType == "text/plain")
            #expect(details.metadata == ["a": "1"])
        }
    }

    @Test func honorsConditions() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "a")
            try await expectFailure(of: blobs.append(HTTPBody("1"), to: blob), .blobNotFound)
            _ = try await blobs.createAppendBlob(blob, conditions: .isNew).firstValue()
            try await expectFailure(of: blobs.createAppendBlob(blob, conditions: .isNew), .blobAlreadyExists)
            try await expectFailure(of: blobs.append(HTTPBody("1"), to: blob, at: 1), .appendPositionConditionNotMet)
            try await expectFailure(of: blobs.append(HTTPBody("12"), to: blob, maxSize: 1), .maxBlobSizeConditionNotMet)
            try await expectFailure(
                of: blobs.append(HTTPBody("1"), to: blob, conditions: .matches(ETag(rawValue: "0x1"))), .conditionNotMet
            )
            let wrong = Data(repeating: 1, count: 16)
            try await expectFailure(of: blobs.append(HTTPBody("1"), to: blob, checksum: .md5(wrong)), .md5Mismatch)
            let id = try await blobs.acquireLease(on: .blob(blob), for: .infinite).firstValue()
            try await expectFailure(of: blobs.append(HTTPBody("1"), to: blob), .leaseIDMissing)
            let own = AccessConditions(leaseID: id)
            #expect(try await blobs.append(HTTPBody("1"), to: blob, conditions: own).firstValue().offset == 0)
            try await blobs.releaseLease(id, on: .blob(blob)).firstValue()
            _ = try await blobs.put(HTTPBody("1"), to: blob).firstValue()
            try await expectFailure(of: blobs.append(HTTPBody("1"), to: blob), .invalidBlobType)
        }
    }

    @Test func retriesOnlyWithPosition() async throws {
        for position in [nil, 0] {
            try await StorageFixture.withSample { fixture async throws in
                let losses = Log<Void>()
                let transport = AlteringTransport { request, _, response in
                    guard request.path?.contains("comp=appendblock") == true, losses.append(()).count == 1 else {
                        return response
                    }
                    // The transport does not send the request again on another connection.
                    #expect(request.isIdempotent == (position != nil))
                    return response.filter { _ in false }.concat(.error(TransportError(.closedEarly, "response lost")))
                }
                let blob = BlobPath("backups", "a")
                let untouched = fixture.blobs()
                _ = try await untouched.createAppendBlob(blob).firstValue()
                let append = fixture.blobs(transport: transport).append(HTTPBody("1"), to: blob, at: position)
                let error = try await failure(of: append)
                if position == nil {
                    #expect(error.stage == .transport && error.attempts == 1)
                } else {
                    #expect(error.azureStorage?.code == .appendPositionConditionNotMet && error.attempts == 2)
                }
                #expect(try await untouched.data(of: blob).firstValue() == Data("1".utf8))
            }
        }
    }

    @Test func rejectsInvalidArgumentsBeforeSending() async throws {
        let blobs = BlobClient(.emulator)
        let blob = BlobPath("a", "b")
        let errors = [
            try await failure(of: blobs.append(HTTPBody(""), to: blob)),
            try await failure(of: blobs.append(HTTPBody([UInt8](repeating: 0, count: 4 << 20 + 1)), to: blob)),
            try await failure(of: blobs.append(.stream(.just([1])), to: blob)),
            try await failure(of: blobs.append(HTTPBody("1"), to: blob, at: -1)),
            try await failure(of: blobs.append(HTTPBody("1"), to: blob, maxSize: -1)),
            try await failure(of: blobs.append(.file("/missing file"), to: blob)),
        ]
        for error in errors { #expect(error.stage == .request && error.attempts == 0) }
        #expect(errors[0].reason.contains("the content must have 1 to 4194304 bytes, got 0"))
        #expect(errors[2].reason.contains("the content has no known length"))
        #expect(errors[3].reason.contains("position must be at least 0, got -1"))
    }
}
