import RillHTTP
import RillTestSupport
import RillTesting
import Testing

/// Tests the stack depth of long lists.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct PageDepthTests {
    /// A transport that responds synchronously and records nothing.
    private struct ImmediateTransport: Transport {
        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .of(.head(HTTPResponse(status: .ok)), .chunk([UInt8(ascii: "1")]))
        }
    }

    @Test func readsManyPagesOnSmallStack() async {
        let text = ResponseParser<String>.text
        let client = Client(baseURL: "http://h", transport: ImmediateTransport())
        let pages = client.pages(
            Endpoint("/l", parser: text), by: .pageNumbers(last: 35_000, count: { $0.count }))
        let recorder = await onSmallStack { pages.map { $0.cursor?.number ?? 1 }.record().recorder }
        #expect(recorder.values == Array(1...35_000))
        #expect(recorder.isCompleted)
    }
}
