import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite struct ResponseProgressTests {
    @Test(
        arguments: [
            ([:], nil), ([.contentLength: "5"], 5), ([.contentLength: "-5"], nil), ([.contentLength: "+5"], nil),
            ([.contentLength: "5", .contentEncoding: "Identity"], 5),
            ([.contentLength: "5", .contentEncoding: "gzip"], nil),
        ] as [(HTTPFields, Int?)])
    func totalIsTheLengthOfTheDecompressedBody(fields: HTTPFields, total: Int?) {
        let log = Log<TransferProgress>()
        let events: [TransportEvent] = [
            .head(HTTPResponse(status: .ok, headerFields: fields)), .chunk([1, 2]), .chunk([3, 4, 5]),
        ]
        let recorder = Recorder(Observable.from(events).onProgress { log.append($0) })
        #expect(recorder.values == events)
        #expect(log.entries == [0, 2, 5].map { TransferProgress(completed: $0, total: total) })
    }
}
