import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct StoredResponseTests {
    private static let response: StoredResponse = {
        var response = StoredResponse(
            head: HTTPResponse(
                status: .init(code: 203, reasonPhrase: "Über"),
                headerFields: [.eTag: "\"1\"", .link: "a=1", .link: "b=2", .init(literal: "X-Empty"): ""]),
            varyNames: [.accept, .acceptLanguage], received: .milliseconds(1_234_567_890_123),
            initialAge: .milliseconds(4_500))
        response.needsRevalidation = true
        return response
    }()

    @Test func metadataContainsResponse() {
        let decoded = StoredResponse(Self.response.metadata)
        #expect(decoded == Self.response)
        #expect(decoded?.head.status.reasonPhrase == "Über")
        #expect(decoded?.head.headerFields[values: .link] == ["a=1", "b=2"])
    }

    @Test func rejectsTruncatedMetadata() {
        let metadata = Self.response.metadata
        for count in 0..<metadata.count {
            // Without its last fields, the metadata is valid; the checksum of the storage detects that.
            if let decoded = StoredResponse(Array(metadata.prefix(count))) {
                #expect(decoded.head.headerFields.count < Self.response.head.headerFields.count)
            }
        }
    }

    @Test func rejectsOtherMetadata() {
        for index in Self.response.metadata.indices {
            var metadata = Self.response.metadata
            metadata[index] = 0xFF
            // If another value is valid, it is not the same response, and it can be encoded again. Unknown flags are ignored.
            guard let decoded = StoredResponse(metadata) else { continue }
            #expect(index == 1 || decoded != Self.response)
            #expect(StoredResponse(decoded.metadata) == decoded)
        }
        let rest = Self.response.metadata.dropFirst()
        let invalid: [[UInt8]] = [[], [2] + rest, Array(repeating: 0xFF, count: 100)]
        #expect(invalid.map { StoredResponse($0) } == [nil, nil, nil])
    }
}
