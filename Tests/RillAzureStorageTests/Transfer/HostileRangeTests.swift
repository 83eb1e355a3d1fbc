import Foundation
import Rill
import RillAzureStorage
import RillDigests
import RillHTTPTesting
import RillServiceTestSupport
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests downloads from servers that do not respond as requested.
@Suite(.timeLimit(.minutes(10)))
struct HostileRangeTests {
    private let blob = RangeStub.blob
    private let content = sampleBytes(3_500)

    private func data(_ transport: StubTransport, range: Range<Int>? = nil) async throws -> [UInt8] {
        [UInt8](try await RangeStub.client(transport).data(of: blob, range: range).firstValue())
    }

    // MARK: Attempts

    @Test func retriesFailureBeforeHeadPerPolicy() async throws {
        let transport = StubTransport { _ in .fail(TransportError(.closedEarly)) }
        let error = try await failure(of: RangeStub.client(transport).bytes(of: blob))
        #expect(error.stage == .transport && error.attempts == 3 && transport.requests.count == 3)
    }

    @Test func retriesFailureAfterHeadPerPolicy() async throws {
        let fields: HTTPFields = [.contentRange: "bytes 0-999/3500"]
        let transport = StubTransport { _ in
            .respond(status: .partialContent, fields: fields, chunks: ["a"], then: .fail(TransportError(.closedEarly)))
        }
        let error = try await failure(of: RangeStub.client(transport).bytes(of: blob))
        #expect(error.stage == .transport && transport.requests.count == 3)
        #expect((error.underlying as? TransportError)?.code == .closedEarly)
    }

    @Test func reportsErrorStatusWithTruncatedBody() async throws {
        let fields: HTTPFields = [HTTPField.Name(literal: "x-ms-error-code"): "BlobNotFound"]
        let transport = StubTransport { _ in
            .respond(status: .notFound, fields: fields, chunks: ["a"], then: .fail(TransportError(.closedEarly)))
        }
        let error = try await failure(of: RangeStub.client(transport).bytes(of: blob))
        #expect(error.azureStorage?.code == .blobNotFound && transport.requests.count == 1)
    }

    // MARK: Invalid ranges

    @Test(arguments: [5..<5, 0..<0, -5..<3, -3 ..< -1, Int.max..<Int.max, Int.min..<Int.min, Int.min..<Int.max])
    func rejectsInvalidRangesBeforeSending(_ range: Range<Int>) async throws {
        let transport = StubTransport { [content] in RangeStub.response($0, content) }
        let blobs = RangeStub.client(transport)
        for error in [
            try await failure(of: blobs.data(of: blob, range: range)),
            try await failure(of: blobs.bytes(of: blob, range: range)),
        ] {
            #expect(error.stage == .request)
            #expect("\(error)".contains("range must contain at least one byte"), "\(error)")
        }
        #expect(transport.requests.isEmpty)
    }

    // MARK: Emulators

    /// Azurite 3.36 responds to ranges after the end with an empty range.
    @Test(arguments: [(3_500, 3_500..<3_600), (0, 0..<1)])
    func emptyPartialContentIsInvalidRange(_ count: Int, _ range: Range<Int>) async throws {
        let transport = StubTransport { _ in
            let fields: HTTPFields = [.contentRange: "bytes \(count)-\(count - 1)/\(count)", .contentLength: "0"]
            return .respond(status: .partialContent, fields: fields, chunks: [])
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob, range: range))
        #expect(error.status == .rangeNotSatisfiable && error.azureStorage?.code == .invalidRange)
        #expect(error.headerFields[.contentRange] == "bytes */\(count)")
        #expect(transport.requests.count == 1)
    }

    // MARK: Transports that decompress responses

    @Test(arguments: ["more", "fewer", "other", "failure"])
    func downloadsCompressedContentWithoutRanges(_ result: String) async throws {
        let encoder = try GzipEncoder(SystemZLib.library.get())
        let compressed = try encoder.compress(content) + encoder.finish()
        let transport = StubTransport { [content] request in
            let gzip: HTTPFields = [
                .contentEncoding: "gzip", HTTPField.Name(literal: "Content-MD5"): "AAAAAAAAAAAAAAAAAAAAAA==",
            ]
            guard request.headerFields.contains(.range) else { return RangeStub.whole(compressed, gzip) }
            let fields = HTTPFields(gzip + [HTTPField(name: .contentRange, value: "bytes 0-999/1200")])
            let count = ["more": 1_001, "fewer": 999, "other": 1_000][result]
            guard let count else {
                let failure = TransportError(.malformedResponse, "bad gzip")
                return .respond(status: .partialContent, fields: fields, chunks: ["a"], then: .fail(failure))
            }
            return .respond(status: .partialContent, fields: fields, chunks: [.init(Array(content[..<count]))])
        }
        #expect(try await data(transport) == content)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=0-999", nil])
    }

    // MARK: Responses

    @Test(arguments: [
        "bytes 0-9223372036854775805/9223372036854775806", "bytes 0-4611686018427387904/9223372036854775806",
    ])
    func doesNotAllocateForHugeContentRange(_ range: String) async throws {
        let transport = StubTransport { _ in
            .respond(status: .partialContent, fields: [.contentRange: range], chunks: ["abc"])
        }
        // The whole content is requested next, to which the server responds with the same range.
        let error = try await failure(of: RangeStub.client(transport).data(of: blob))
        #expect("\(error)".contains("the response is not the requested range"), "\(error)")
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=0-999", nil])
    }

    @Test(arguments: ["bytes 0-999/*", "bytes 5-999/3500", "bytes */3500", "nonsense", nil], [nil, 0..<3_000])
    func fallsBackToSingleRequestForInvalidRanges(_ field: String?, _ range: Range<Int>?) async throws {
        let transport = StubTransport { [content] request in
            guard request.headerFields[.range] == "bytes=0-999" else { return RangeStub.response(request, content) }
            var fields: HTTPFields = [:]
            fields[.contentRange] = field
            return .respond(status: .partialContent, fields: fields, chunks: [.init(Array(content[..<1_000]))])
        }
        #expect(try await data(transport, range: range) == Array(content[(range ?? 0..<3_500)]))
        #expect(transport.requests.count == 2)
    }

    @Test(
        arguments: [nil, 0..<3_000, 0..<1_001],
        ["bytes 0-999/*", "bytes 0-999/3500", "bytes 5-999/3500", "nonsense", nil])
    func rejectsPartialContentForWholeContent(_ range: Range<Int>?, _ field: String?) async throws {
        // Without the total length, the offset of the next range is unknown.
        let transport = StubTransport { [content] request in
            var fields: HTTPFields = [:]
            fields[.contentRange] = field
            if request.headerFields[.range] == "bytes=0-999" { fields[.contentRange] = "bytes 0-999/*" }
            return .respond(status: .partialContent, fields: fields, chunks: [.init(Array(content[..<1_000]))])
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob, range: range))
        #expect("\(error)".contains("the response is not the requested range"), "\(error)")
    }

    @Test func streamsUnrangedContentAsChunks() async throws {
        let chunks = (0..<100).map { StubTransport.Response.Chunk(sampleBytes(1_000 + $0)) }
        let transport = StubTransport { _ in .respond(chunks: chunks) }
        let pieces = try await RangeStub.client(transport).bytes(of: blob).collected()
        #expect(pieces.map(\.count) == (0..<100).map { 1_000 + $0 })
    }

    @Test func discardsBytesBeyondRequestedRange() async throws {
        let taken = Log<Void>()
        let transport = EndlessTransport(range: "bytes 0-999/3500", taken: taken)
        let blobs = BlobClient(
            StorageAccount(name: "a", credential: .anonymous), transfers: TransferOptions(chunkSize: 1_000),
            transport: transport.asService, retry: .constantBackoff(attempts: 2, delay: .zero))
        let error = try await failure(of: blobs.bytes(of: blob))
        #expect(
            "\(error)".contains("bytes 0-999 of the content: expected 1000 bytes, got more"), "\(error)")
        #expect(taken.entries.count <= 2 * 11)
    }

    @Test func wholeContentInsteadOfLaterRangeFails() async throws {
        let transport = StubTransport { [content] request in
            request.headerFields[.range] == "bytes=2000-2999"
                ? RangeStub.whole(content) : RangeStub.response(request, content)
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob))
        #expect("\(error)".contains("the response is not the requested range"), "\(error)")
    }

    // MARK: Changes during the download

    @Test func weakETagIsNotUsedAsCondition() async throws {
        let transport = StubTransport { [content] request in
            // According to RFC 9110, a weak ETag never matches `If-Match`.
            if request.headerFields[.ifMatch] != nil { return .status(.preconditionFailed) }
            return RangeStub.response(request, content, tag: "W/\"1\"")
        }
        #expect(try await data(transport) == content)
    }

    @Test(arguments: ["\"2\"", "W/\"2\""])
    func detectsChangeByETagWithoutConditionSupport(_ tag: String) async throws {
        let transport = StubTransport { [content] request in
            RangeStub.range(request)?.lowerBound == 0
                ? RangeStub.response(request, content, tag: tag.replacing("2", with: "1"))
                : RangeStub.response(request, Array(content.reversed()), tag: tag)
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob))
        #expect("\(error)".contains("the content changed during the download"), "\(error)")
        #expect(error.stage == .status && error.status == .preconditionFailed)
        #expect(error.azureStorage?.code == .conditionNotMet)
        #expect(transport.requests.count < 6)
    }

    @Test func detectsChangeByLengthWithoutETag() async throws {
        let transport = StubTransport { [content] request in
            RangeStub.response(
                request, RangeStub.range(request)?.lowerBound == 0 ? content : content + [1], tag: nil)
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob))
        #expect("\(error)".contains("the content changed during the download"), "\(error)")
        #expect(error.azureStorage?.code == .conditionNotMet)
    }

    @Test func changedContentReportsConditionNotMet() async throws {
        let transport = StubTransport { [content] request in
            RangeStub.response(request, content, tag: RangeStub.range(request)?.lowerBound == 0 ? "\"1\"" : "\"2\"")
        }
        let error = try await failure(of: RangeStub.client(transport, maxConcurrent: 1).data(of: blob))
        #expect(
            "\(error)" == """
                GET https://a.blob.core.windows.net/test/a failed with status 412 Precondition Failed: "the content \
                changed during the download" (ConditionNotMet)
                """)
    }

    @Test(arguments: [2_000, 2_500])
    func shrunkContentReportsConditionNotMet(_ count: Int) async throws {
        let transport = StubTransport { [content] request in
            RangeStub.range(request)?.lowerBound == 0
                ? RangeStub.response(request, content)
                : RangeStub.response(request, Array(content[..<count]), tag: "\"2\"")
        }
        let error = try await failure(of: RangeStub.client(transport).data(of: blob))
        #expect(error.azureStorage?.code == .conditionNotMet, "\(error)")
    }

    @Test func keepsCallersConditionWithoutETag() async throws {
        let transport = StubTransport { [content] in RangeStub.response($0, content, tag: nil) }
        let conditions = AccessConditions.matches(ETag(rawValue: "\"1\""))
        _ = try await RangeStub.client(transport).bytes(of: blob, conditions: conditions).collected()
        #expect(transport.requests.map { $0.headerFields[.ifMatch] } == Array(repeating: "\"1\"", count: 4))
    }
}

/// A transport whose response body never ends.
private struct EndlessTransport: Transport {
    let range: String
    let taken: Log<Void>

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        let head = HTTPResponse(status: .partialContent, headerFields: [.contentRange: range])
        return Observable.just(.head(head)).concat(
            .unfold(0) { number in
                taken.append(())
                return (.chunk(sampleBytes(100)), number + 1)
            })
    }
}
