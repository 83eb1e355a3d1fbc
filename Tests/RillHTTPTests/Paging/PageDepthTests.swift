import Foundation
import Rill
import RillHTTP
import RillTestSupport
import Testing

/// The stack depth of long lists.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct PageDepthTests {
    /// A transport that responds synchronously and records nothing.
    private struct ImmediateTransport: Transport {
        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .of(.head(HTTPResponse(status: .ok)), .chunk([UInt8(ascii: "1")]))
        }
    }

    @Test func reads100000PagesOnSmallStack() async {
        let text = ResponseParser<String>.text
        let client = Client(baseURL: "http://h", transport: ImmediateTransport())
        let pages = client.pages(
            Endpoint("/l", parser: text), by: .pageNumbers(last: 100_000, count: { $0.count }))
        let (count, last, isCompleted) = await runOnSmallStack {
            var log = (0, "", false)
            let seen = Log<Int>()
            _ = pages.subscribe(
                onNext: { page in seen.append(page.cursor?.number ?? 1) }, onCompleted: { seen.append(-1) })
            let entries = seen.entries
            log.0 = entries.count
            log.1 = "\(entries.dropLast().last ?? 0)"
            log.2 = entries.last == -1
            return log
        }
        #expect(count == 100_001)
        #expect(last == "100000")
        #expect(isCompleted)
    }

    private func runOnSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }
}
