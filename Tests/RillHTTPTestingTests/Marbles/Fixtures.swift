import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

struct Numbers: Request {
    typealias Response = [Int]
    var path: URLPath { "/numbers" }
}

struct Search: Request {
    typealias Response = [Int]
    let text: String
    var path: URLPath { "/search" }
    var query: QueryItems { ["q": text] }
}

/// A client whose clock is that of the test.
func makeClient(_ transport: any Transport, _ kit: TestKit, timeout: Duration? = nil) -> Client {
    Client(baseURL: "https://h.example", transport: transport, timeout: timeout, scheduler: kit.scheduler)
}

extension Transport {
    /// What one request brings, as it is drawn: the head as its status, chunks as their text.
    func drawn(_ path: String = "/a", method: HTTPRequest.Method = .get) -> Observable<String> {
        send(HTTPRequest(method: method, scheme: "https", authority: "h", path: path), body: nil).map { event in
            switch event {
            case .head(let head): "\(head.status.code)"
            case .chunk(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}

/// A value that closures of one thread share.
final class Box<Value>: @unchecked Sendable {  // guarded by the test: virtual time runs on the thread of the test
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

#if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Fails the test unless a process has ended with a text on its standard error.
    func expectTrap(
        _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: \(text)\n"), "\(output)", sourceLocation: sourceLocation)
    }
#endif
