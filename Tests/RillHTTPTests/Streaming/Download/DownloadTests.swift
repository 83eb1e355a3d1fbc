import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests downloads in virtual time that are not resumed.
@Suite struct DownloadTests {
    private let bench: DownloadBench
    private let file = ServedFile(1_000)

    init() throws {
        bench = try DownloadBench()
    }

    private func makeTransport(_ file: ServedFile) -> StubTransport {
        bench.transport { file.stub($0.headerFields) }
    }

    @Test func writesFileAndReportsProgress() {
        let recorder = bench.download(makeTransport(file))
        let steps = (0...10).map { DownloadProgress(completed: $0 * 100, total: 1_000) }
        #expect(recorder.values == steps + [DownloadProgress(completed: 1_000, total: 1_000, isFinished: true)])
        #expect(recorder.isCompleted)
        let fractions: [Double?] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1]
        #expect(recorder.values.map(\.fraction) == fractions)
        bench.expectOnlyFile(file.bytes)
    }

    @Test func targetIsUnchangedUntilComplete() throws {
        try bench.files.write([1, 2, 3], to: "file")
        let recorder = Recorder(bench.progress(makeTransport(file)))
        bench.scheduler.advance(by: .milliseconds(9_500))
        #expect(recorder.values.last?.completed == 900)
        #expect(bench.content() == [1, 2, 3])
        let part = try #require(bench.names.first { $0 != "file" })
        #expect(part.hasPrefix(".file.") && part.hasSuffix(".part"))
        #expect(bench.content(part) == Array(file.bytes.prefix(900)))
        bench.scheduler.advance(by: .seconds(1))
        #expect(recorder.isCompleted)
        bench.expectOnlyFile(file.bytes)
    }

    @Test func writesEmptyFile() {
        let recorder = bench.download(makeTransport(ServedFile(0)))
        #expect(
            recorder.values == [
                DownloadProgress(completed: 0, total: 0), DownloadProgress(completed: 0, total: 0, isFinished: true),
            ])
        #expect(recorder.isCompleted)
        bench.expectOnlyFile([])
    }

    @Test func totalIsUnknownWithoutContentLength() {
        // The length of a decompressed body differs from `Content-Length`.
        let responses: [StubTransport.Response] = [
            .respond(chunks: ["abc"]),
            .respond(
                fields: [.contentLength: "23", .contentEncoding: "gzip"],
                chunks: [[31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 76, 74, 6, 0, 194, 65, 36, 53, 3, 0, 0, 0]]),
            .respond(fields: [.contentLength: "two"], chunks: ["abc"]),
        ]
        let transport = bench.transport { responses[$0.number] }
        for _ in responses {
            let recorder = bench.download(transport)
            #expect(
                recorder.values == [
                    DownloadProgress(completed: 0), DownloadProgress(completed: 3),
                    DownloadProgress(completed: 3, total: 3, isFinished: true),
                ])
            #expect(recorder.isCompleted)
            #expect(recorder.values.map(\.fraction) == [nil, nil, 1])
            #expect(bench.content() == Array("abc".utf8))
        }
    }

    @Test func ignoresContentLengthOfHEADResponse() {
        let transport = bench.transport { _ in .status(.ok, fields: [.contentLength: "1000"]) }
        #expect(bench.download(transport, Anything<Int>(method: .head)).isCompleted)
        #expect(bench.content() == [])
    }

    // MARK: Failures

    @Test(arguments: [
        (StubTransport.Response.json(#"{"message":"Gone","type":"gone"}"#, status: .notFound), "status"),
        (.status(.internalServerError), "status"),
        (.status(.rangeNotSatisfiable, fields: [.contentRange: "bytes */0"]), "status"),
        (.fail(TransportError(.couldNotConnect)), "transport"),
        (.respond(chunks: ["abc"], then: .fail(TransportError(.closedEarly))), "transport"),
        (.respond(fields: [.contentLength: "4"], chunks: ["abc"]), "transport"),
        (.respond(fields: [.contentLength: "2"], chunks: ["abc"]), "transport"),
        (.respond(status: .partialContent, fields: [.contentRange: "bytes 0-2/9"], chunks: ["abc"]), "transport"),
        (.respond(chunks: ["abc"], then: .never), "deadline"),
        (.never, "deadline"),
    ])
    func failureRemovesPartialFile(response: StubTransport.Response, stage: String) throws {
        for old in [nil, [UInt8]("old".utf8)] {
            if let old { try bench.files.write(old, to: "file") }
            let transport = bench.transport { _ in response }
            let recorder = bench.download(transport, Anything<Int>(options: RequestOptions(timeout: .seconds(60))))
            #expect(recorder.apiError?.stage.description == stage)
            #expect(bench.names == (old == nil ? [] : ["file"]))
            #expect(bench.content() == old)
            #expect(transport.requests.count == 1)
        }
        #expect(bench.scheduler.pendingCount == 0)
    }

    @Test func failsWithDecodedServerError() throws {
        let transport = bench.transport { _ in
            .json(#"{"message":"Not found","type":"not_found"}"#, status: .notFound)
        }
        let error = try bench.download(transport, Tags()).failure()
        #expect(error.underlying as? ServiceError == ServiceError(message: "Not found", type: "not_found"))
    }

    @Test(arguments: [(4, "received 3 of 4 bytes"), (2, "the body exceeds the expected length of 2 bytes")])
    func errorNamesByteCounts(length: Int, text: String) throws {
        let transport = bench.transport { _ in .respond(fields: [.contentLength: "\(length)"], chunks: ["abc"]) }
        #expect(try #require(bench.download(transport).apiError).reason.hasSuffix(text))
    }

    @Test func middlewareRetriesBeforeWriting() {
        var bench = bench
        bench.middleware = [Retry(.exponentialBackoff(attempts: 3), scheduler: bench.scheduler)]
        let transport = bench.transport { [file] request in
            switch request.number {
            case 0: .fail(TransportError(.couldNotConnect))
            case 1: .text("later", status: .serviceUnavailable)
            default: file.stub(request.headerFields)
            }
        }
        let recorder = bench.download(transport)
        #expect(recorder.isCompleted)
        #expect(recorder.values.count == 12)
        #expect(transport.requests.count == 3)
        bench.expectOnlyFile(file.bytes)
    }

    @Test func retryRestartsDownload() {
        let transport = bench.transport { [file] in
            file.stub($0.headerFields, breakingAfter: $0.number == 0 ? 550 : nil)
        }
        let recorder = Recorder(bench.progress(transport).retry(2)).afterAdvancing(bench.scheduler)
        #expect(recorder.isCompleted)
        let completed = [0, 100, 200, 300, 400, 500, 550] + (0...10).map { $0 * 100 } + [1_000]
        #expect(recorder.values.map(\.completed) == completed)
        #expect(transport.requests.allSatisfy { !$0.headerFields.contains(.range) })
        bench.expectOnlyFile(file.bytes)
    }

    // MARK: Cancellation

    @Test func disposalRemovesPartialFileAtAnyTime() {
        for time in 0...11 {
            let ledger = Ledger()
            ledger.watch {
                let transport = makeTransport(file)
                let (recorder, subscription) = bench.progress(transport).record()
                bench.scheduler.advance(by: .milliseconds(time * 1_000 - (time > 0 ? 1 : 0)))
                let count = recorder.events.count
                subscription.dispose()
                bench.scheduler.advance(by: .seconds(60))
                #expect(recorder.events.count == count)
                #expect(bench.names == (time == 11 ? ["file"] : []))
                #expect(transport.requests.allSatisfy { $0.state == (time == 11 ? .ended : .cancelled) })
            }
            #expect(ledger.leakReport == nil)
            #expect(ledger.retained.isEmpty)
        }
    }

    @Test func takeRemovesPartialFile() {
        for last in 0...11 {
            let progress = bench.progress(makeTransport(file)).take(last + 1)
            #expect(Recorder(progress).afterAdvancing(bench.scheduler).values.count == last + 1)
            #expect(bench.names == (last == 11 ? ["file"] : []))
        }
    }

    @Test func concurrentDownloadsToSameTargetSucceed() {
        var other = file
        other.bytes.reverse()
        let first = Recorder(bench.progress(makeTransport(file)))
        bench.scheduler.advance(by: .milliseconds(500))
        let second = Recorder(bench.progress(makeTransport(other)))
        bench.scheduler.advance(by: .milliseconds(9_750))
        #expect(first.isCompleted)
        #expect(bench.content() == file.bytes)
        #expect(bench.names.count == 2)
        bench.scheduler.advance(by: .seconds(1))
        #expect(second.isCompleted)
        bench.expectOnlyFile(other.bytes)
    }

    @Test func reportsMetrics() {
        let log = Log<ExchangeMetrics>()
        var client = makeClient(makeTransport(file), bench.scheduler)
        client.onMetrics = { log.append($0) }
        let stream = client.download(Tags(), to: bench.files.path("file"), options: bench.options)
        _ = Recorder(stream).afterAdvancing(bench.scheduler)
        #expect(log.entries.map(\.outcome) == ["success"])
        #expect(log.entries.first?.byteCount == 1_000)
        #expect(log.entries.first?.body == .seconds(10))
    }
}
