import Foundation
import Rill
import RillHTTP
import Testing

/// What repeats does not nest.
@Suite struct PageDepthTests {
    /// Answers at once, and keeps nothing.
    private struct Endless: Transport {
        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .of(.head(HTTPResponse(status: .ok)), .chunk([UInt8(ascii: "1")]))
        }
    }

    @Test func readsAHundredThousandPagesOnASmallStack() async {
        let text = ResponseParser<String>.text
        let client = Client(baseURL: "http://h", transport: Endless())
        let pages = client.pages(
            Endpoint("/l", parser: text), by: .pageNumbers(last: 100_000, count: { $0.count }))
        let (count, last, isCompleted) = await onSmallStack {
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

    private func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }
}
