import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests resumed downloads in virtual time.
@Suite struct DownloadResumeTests {
    private let bench: DownloadBench
    private let file = ServedFile(1_000)
    private let partialFiles = [".file.part", ".file.part.info"]

    init() throws {
        bench = try DownloadBench(resumes: true)
    }

    /// Interrupts a download after the first 550 bytes of a file.
    private func interruptDownload(of file: ServedFile) {
        let recorder = bench.download(bench.transport { file.stub($0.headerFields, breakingAfter: 550) })
        #expect(recorder.apiError?.stage == .transport)
        #expect(bench.names == partialFiles)
        #expect(bench.content(".file.part") == Array(file.bytes.prefix(550)))
    }

    private func makeTransport(_ file: ServedFile) -> StubTransport { bench.transport { file.stub($0.headerFields) } }

    @Test func resumesAfterInterruption() {
        interruptDownload(of: file)
        let transport = makeTransport(file)
        let recorder = bench.download(transport)
        let steps = [550, 650, 750, 850, 950, 1_000].map {
            DownloadProgress(completed: $0, total: 1_000, resumedFrom: 550)
        }
        let last = DownloadProgress(completed: 1_000, total: 1_000, resumedFrom: 550, isFinished: true)
        #expect(recorder.values == steps + [last])
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == 1)
        let fields = transport.requests.first?.headerFields
        let values = [fields?[.range], fields?[.ifRange], fields?[.acceptEncoding]]
        #expect(values == ["bytes=550-", "\"1\"", "identity"])
        bench.expectOnlyFile(file.bytes)
    }

    @Test func startsAgainWithCompressedResponse() throws {
        interruptDownload(of: file)
        let encoder = try GzipEncoder(SystemZLib.library.get())
        let body = try encoder.compress(file.bytes) + encoder.finish()
        let transport = bench.transport { _ in .respond(fields: [.contentEncoding: "gzip"], chunks: [.init(body)]) }
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=550-"])
        bench.expectOnlyFile(file.bytes)
    }

    /// Returns a transport that serves the file, but responds to range requests with the given response.
    private func makeTransport(respondingToRangesWith response: StubTransport.Response) -> StubTransport {
        bench.transport { [file] request in
            request.headerFields.contains(.range) ? response : file.stub(request.headerFields)
        }
    }

    /// Some servers respond to a range request with status 200, but send only the range.
    private static let parts = ["bytes 550-999/1000", "bytes 550-999/*", "bytes 0-549/1000", "bytes 0-999/*"].map {
        StubTransport.Response.respond(
            fields: [.eTag: "\"1\"", .contentRange: $0], chunks: [.init(Array(ServedFile(1_000).bytes[550...]))])
    }

    private static let unsatisfiable =
        ([[.contentRange: "bytes */500"], [.contentRange: "bytes */550", .eTag: "\"2\""], [:]] as [HTTPFields])
        .map { StubTransport.Response.status(.rangeNotSatisfiable, fields: $0) }

    @Test(arguments: parts + unsatisfiable)
    func restartsIfStatusDoesNotMatch(_ response: StubTransport.Response) {
        interruptDownload(of: file)
        let transport = makeTransport(respondingToRangesWith: response)
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=550-", nil])
        bench.expectOnlyFile(file.bytes)
    }

    /// Servers that ignore `If-Range` send a part of the new version.
    @Test(
        arguments: [
            ([.eTag: "\"1\""], [.eTag: "W/\"2\""]), ([.eTag: "\"1\""], [:]),
            (
                [.lastModified: "Mon, 01 Jan 2024 00:00:00 GMT", .date: "Wed, 03 Jan 2024 00:00:00 GMT"],
                [.lastModified: "Tue, 02 Jan 2024 00:00:00 GMT", .date: "Wed, 03 Jan 2024 00:00:00 GMT"]
            ),
        ] as [(HTTPFields, HTTPFields)])
    func restartsIfPartIsOfAnotherVersion(_ fields: HTTPFields, _ newFields: HTTPFields) {
        var versions = [file, file]
        for (index, fields) in [fields, newFields].enumerated() {
            versions[index].tag = nil
            versions[index].fields = fields
        }
        versions[1].bytes.reverse()
        interruptDownload(of: versions[0])
        let transport = bench.transport { [new = versions[1]] request in
            var fields = request.headerFields
            fields[.ifRange] = nil
            return new.stub(fields)
        }
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=550-", nil])
        #expect(bench.content() == versions[1].bytes)
    }

    @Test func acceptsContentRangeOfWholeFile() {
        interruptDownload(of: file)
        let transport = bench.transport { [file] _ in
            .respond(fields: [.contentRange: "bytes 0-999/1000"], chunks: [.init(file.bytes)])
        }
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.count == 1)
        #expect(bench.content() == file.bytes)
    }

    @Test func failsIfServerSendsOnlyPartOfFile() {
        let transport = bench.transport { [file] _ in
            .respond(fields: [.contentRange: "bytes 550-999/1000"], chunks: [.init(Array(file.bytes[550...]))])
        }
        let failure = bench.download(transport).apiError?.underlying as? TransportError
        let range = "Content-Range bytes 550-999/1000"
        #expect(failure?.text == "received status 200 with \(range), which is only a part of the file")
        #expect(bench.content() == nil)
    }

    @Test func eachRetryResumesDownload() {
        let transport = bench.transport { [file] request in
            file.stub(request.headerFields, breakingAfter: request.number < 9 ? 110 : nil)
        }
        let recorder = Recorder(bench.progress(transport).retry(10)).afterAdvancing(bench.scheduler)
        #expect(recorder.isCompleted)
        let completed = recorder.values.map(\.completed)
        #expect(completed == completed.sorted())
        #expect(transport.requests.map { $0.headerFields[.range] } == [nil] + (1...9).map { "bytes=\($0 * 110)-" })
        bench.expectOnlyFile(file.bytes)
    }

    @Test func disposalKeepsPartialFileAtAnyTime() {
        for time in 1...9 {
            let transport = makeTransport(file)
            let subscription = bench.progress(transport).subscribe { _ in }
            bench.scheduler.advance(by: .milliseconds(1_500))
            subscription.dispose()
            #expect(transport.requests.map(\.state) == [.cancelled])
            #expect(bench.names == partialFiles)
            #expect(bench.content(".file.part") == Array(file.bytes.prefix(time * 100)))
        }
        #expect(bench.download(makeTransport(file)).isCompleted)
        bench.expectOnlyFile(file.bytes)
    }

    @Test func removesEmptyPartialFile() {
        let responses: [StubTransport.Response] = [
            .status(.notFound), .fail(TransportError(.couldNotConnect)),
            .respond(fields: [.eTag: "\"1\""], then: .fail(TransportError(.closedEarly))),
        ]
        for response in responses {
            #expect(bench.download(bench.transport { _ in response }).apiError != nil)
            #expect(bench.names == [])
        }
    }

    @Test func failedAttemptKeepsPartialFile() {
        interruptDownload(of: file)
        let responses: [StubTransport.Response] = [
            .status(.serviceUnavailable), .status(.notFound), .fail(TransportError(.couldNotConnect)),
        ]
        for response in responses {
            #expect(bench.download(bench.transport { _ in response }).apiError != nil)
            #expect(bench.names == partialFiles)
        }
        #expect(bench.download(makeTransport(file)).values.first?.completed == 550)
        #expect(bench.content() == file.bytes)
    }

    // MARK: Mismatched responses

    @Test func downloadsChangedFileCompletely() {
        interruptDownload(of: file)
        var changed = ServedFile(700)
        changed.bytes.reverse()
        changed.tag = "\"2\""
        let transport = makeTransport(changed)
        let recorder = bench.download(transport)
        #expect(recorder.isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=550-"])
        #expect(recorder.values.map(\.resumedFrom).allSatisfy { $0 == 0 })
        bench.expectOnlyFile(changed.bytes)
    }

    @Test(
        arguments: [
            // A different version of the file, from a server that ignores `If-Range`.
            [.eTag: "\"2\"", .contentRange: "bytes 550-999/1000"],
            // A different offset, a different length, a range beyond the known length, and no valid range.
            [.eTag: "\"1\"", .contentRange: "bytes 549-999/1000"],
            [.eTag: "\"1\"", .contentRange: "bytes 551-999/1000"],
            [.eTag: "\"1\"", .contentRange: "bytes 550-1000/1001"],
            [.eTag: "\"1\"", .contentRange: "bytes 550-1000/*"],
            [.eTag: "\"1\"", .contentRange: "bytes */1000"],
            [.eTag: "\"1\"", .contentRange: "bytes 550-999"],
            [.eTag: "\"1\""],
            // Compressed.
            [.eTag: "\"1\"", .contentRange: "bytes 550-999/1000", .contentEncoding: "gzip"],
        ] as [HTTPFields])
    func restartsIfRangeDoesNotMatch(fields: HTTPFields) {
        interruptDownload(of: file)
        let chunk = StubTransport.Response.Chunk("wrong", after: .seconds(1))
        let transport = makeTransport(
            respondingToRangesWith: .respond(
                status: .partialContent, fields: fields, chunks: [chunk], then: .never))
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=550-", nil])
        #expect(transport.requests.last?.headerFields[.ifRange] == nil)
        #expect(transport.requests.first?.state == .cancelled)
        bench.expectOnlyFile(file.bytes)
    }

    @Test func restartsIfTotalIsUnknown() {
        var unknown = file
        unknown.bytes.removeLast(400)
        let first = bench.transport { [file] _ in
            .respond(
                fields: [.eTag: "\"1\""], chunks: [.init(Array(file.bytes.prefix(550)))],
                then: .fail(TransportError(.closedEarly)))
        }
        #expect(bench.download(first).apiError != nil)
        #expect(bench.names == partialFiles)
        let transport = makeTransport(
            respondingToRangesWith: .respond(
                status: .partialContent, fields: [.eTag: "\"1\"", .contentRange: "bytes 550-599/*"],
                chunks: [.init(Array(file.bytes[550..<600]))]))
        #expect(bench.download(transport).isCompleted)
        #expect(bench.content() == file.bytes)
    }

    @Test func resumesSmallerRangesFromServer() {
        let transport = bench.transport { [file] request in
            var response = file.response(request.headerFields)
            let start = file.bytes.count - response.body.count
            guard start > 0 else { return file.stub(request.headerFields, breakingAfter: 550) }
            let part = Array(response.body.prefix(200))
            response.fields[.contentRange] = "bytes \(start)-\(start + part.count - 1)/1000"
            response.fields[.contentLength] = "\(part.count)"
            return .respond(status: response.status, fields: response.fields, chunks: [.init(part)])
        }
        #expect(Recorder(bench.progress(transport).retry(5)).afterAdvancing(bench.scheduler).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == [nil, "bytes=550-", "bytes=750-", "bytes=950-"])
        bench.expectOnlyFile(file.bytes)
    }

    @Test func removesPartialFileOfTooLongBody() {
        interruptDownload(of: file)
        let transport = bench.transport { _ in
            .respond(
                status: .partialContent, fields: [.eTag: "\"1\"", .contentRange: "bytes 550-552/1000"],
                chunks: ["abcd"])
        }
        let recorder = bench.download(transport)
        #expect(recorder.apiError?.reason.contains("the body exceeds the expected length of 3 bytes") == true)
        #expect(bench.names == [])
    }

    // MARK: 416

    @Test func status416CompletesFullPartialFile() throws {
        interruptDownload(of: file)
        try bench.files.write(file.bytes, to: ".file.part")
        let transport = makeTransport(file)
        let recorder = bench.download(transport)
        let last = DownloadProgress(completed: 1_000, total: 1_000, resumedFrom: 1_000, isFinished: true)
        #expect(recorder.values == [last])
        #expect(recorder.isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == ["bytes=1000-"])
        bench.expectOnlyFile(file.bytes)
    }
}
