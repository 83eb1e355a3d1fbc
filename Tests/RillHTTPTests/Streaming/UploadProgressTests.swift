import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// That the client hands a body's progress through to the transport.
@Suite struct UploadProgressTests {
    @Test func tellsOfABodyThatAStubTakes() {
        let log = Log<TransferProgress>()
        let body = HTTPBody([UInt8](repeating: 1, count: 1_000)).onProgress { log.append($0) }
        let transport = StubTransport { _ in .json("1") }
        #expect(Recording(makeClient(transport).send(Anything<Int>(method: .post, body: body))).isComplete)
        #expect(log.entries == [TransferProgress(completed: 1_000, total: 1_000)])
    }

    #if os(Linux)
        @Test(arguments: [true, false])
        func countsUpToTheLastByte(isKnown: Bool) throws {
            let server = try LoopbackServer { request in .json("\(request.body.count)") }
            defer { server.stop() }
            let log = Log<TransferProgress>()
            let piece = [UInt8](repeating: 7, count: 100_000)
            let chunks = Observable.from(Array(repeating: piece, count: 30))
            let count = 3_000_000
            let body = HTTPBody.stream(chunks, count: isKnown ? count : nil).onProgress { log.append($0) }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .patient))
            let answer = try client.send(Anything<Int>(method: .post, body: body)).wait(timeout: .seconds(30))
            #expect(answer == count)
            let entries = log.entries
            #expect(entries.count > 1)
            #expect(entries.map(\.completed) == entries.map(\.completed).sorted())
            #expect(entries.last == TransferProgress(completed: count, total: isKnown ? count : nil))
        }

        @Test func tellsTheProgressOfAStreamedAnswerToo() throws {
            let server = try LoopbackServer { request in .text(String(repeating: "x\n", count: request.body.count)) }
            defer { server.stop() }
            let log = Log<TransferProgress>()
            let body = HTTPBody([UInt8](repeating: 1, count: 5_000)).onProgress { log.append($0) }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .patient))
            let lines = client.stream(Anything<Int>(method: .post, body: body), as: .lines)
            #expect(try lines.toArray().wait(timeout: .seconds(30)).count == 5_000)
            #expect(log.entries.last == TransferProgress(completed: 5_000, total: 5_000))
        }
    #endif
}
