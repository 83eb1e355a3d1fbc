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

/// Creates a client that runs on the test scheduler.
func makeClient(_ transport: any Transport, _ kit: TestKit, timeout: Duration? = nil) -> Client {
    Client(baseURL: "https://h.example", transport: transport, timeout: timeout, scheduler: kit.scheduler)
}

extension Transport {
    /// Sends a request and emits the status code of the head and the text of each chunk.
    func drawn(_ path: String = "/a", method: HTTPRequest.Method = .get) -> Observable<String> {
        send(HTTPRequest(method: method, scheme: "https", authority: "h", path: path), body: nil).map { event in
            switch event {
            case .head(let head): "\(head.status.code)"
            case .chunk(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}

/// Returns the message for an invalid diagram.
func invalidDiagram(_ diagram: String, column: Int, _ reason: String) -> String {
    "invalid marble diagram, column \(column): \(reason)\n    \(diagram)\n\(String(repeating: " ", count: column + 3))^"
}

/// Returns the message for an exchange that differs at a tick, with no group before it.
func exchangeMessage(_ path: String, tick: Int, _ reason: String, _ expected: String, _ actual: String) -> String {
    "exchange 1 (GET \(path)) differs at tick \(tick): \(reason)\nexpected  \(expected)\nactual    \(actual)\n"
        + String(repeating: " ", count: 10 + tick) + "^"
}

/// A value shared by closures on one thread.
final class Box<Value>: @unchecked Sendable {  // used only on the thread of the test, which also runs the virtual time
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

#if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Fails the test unless the process printed a fatal error with the given message to standard error.
    func expectTrap(
        _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: \(text)\n"), "\(output)", sourceLocation: sourceLocation)
    }
#endif
