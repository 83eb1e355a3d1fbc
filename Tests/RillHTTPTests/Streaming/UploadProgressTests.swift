import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Tests the upload progress that the transport reports through the client.
@Suite struct UploadProgressTests {
    @Test func reportsProgressOfStubTransport() {
        let log = Log<TransferProgress>()
        let body = HTTPBody([UInt8](repeating: 1, count: 1_000)).onProgress { log.append($0) }
        let transport = StubTransport { _ in .json("1") }
        #expect(Recorder(makeClient(transport).send(Anything<Int>(method: .post, body: body))).hasSingleElement)
        #expect(log.entries == [TransferProgress(completed: 1_000, total: 1_000)])
    }

    @Test func eachClosureReceivesProgress() {
        let log = Log<String>()
        let body = HTTPBody("abc").onProgress { log.append("first \($0.completed)") }
            .onProgress { log.append("second \($0.completed)") }
        let client = makeClient(StubTransport { _ in .json("1") })
        #expect(Recorder(client.send(Anything<Int>(method: .post, body: body))).hasSingleElement)
        #expect(log.entries == ["first 3", "second 3"])
    }

    @Test(arguments: [[], [[1, 2], [3]]] as [[[UInt8]]])
    func readingChunksReportsProgress(chunks: [[UInt8]]) {
        let log = Log<TransferProgress>()
        let body = HTTPBody.stream(.from(chunks), count: 3).onProgress { log.append($0) }
        #expect(Recorder(body.chunks).values.flatMap(\.self) == chunks.flatMap(\.self))
        let expected = chunks.isEmpty ? [0] : [2, 3]
        #expect(log.entries == expected.map { TransferProgress(completed: $0, total: 3) })
    }

    #if os(Linux)
        @Test(arguments: [true, false])
        func reportsProgressUpToLastByte(isKnown: Bool) throws {
            let server = try LoopbackServer { request in .json("\(request.body.count)") }
            defer { server.stop() }
            let log = Log<TransferProgress>()
            let chunk = [UInt8](repeating: 7, count: 100_000)
            // The rest of the body follows after the first report, because later reports can replace it.
            let reported = ReplaySubject<Void>(bufferSize: 1)
            let rest = reported.take(1).flatMap { _ in Observable.from(Array(repeating: chunk, count: 29)) }
            let chunks = Observable.just(chunk).concat(rest)
            let count = 3_000_000
            let body = HTTPBody.stream(chunks, count: isKnown ? count : nil).onProgress { progress in
                log.append(progress)
                reported.onNext(())
            }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
            let response = try client.send(Anything<Int>(method: .post, body: body)).wait(timeout: .seconds(30))
            #expect(response == count)
            let entries = log.entries
            #expect(entries.first.map { $0.completed <= 100_000 } == true)
            #expect(entries.map(\.completed) == entries.map(\.completed).sorted())
            #expect(entries.last == TransferProgress(completed: count, total: isKnown ? count : nil))
        }

        @Test func reportsProgressWithStreamedResponse() throws {
            let server = try LoopbackServer { request in .text(String(repeating: "x\n", count: request.body.count)) }
            defer { server.stop() }
            let log = Log<TransferProgress>()
            let body = HTTPBody([UInt8](repeating: 1, count: 5_000)).onProgress { log.append($0) }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
            let lines = client.stream(Anything<Int>(method: .post, body: body), as: .lines)
            #expect(try lines.toArray().wait(timeout: .seconds(30)).count == 5_000)
            #expect(log.entries.last == TransferProgress(completed: 5_000, total: 5_000))
        }
    #endif
}
