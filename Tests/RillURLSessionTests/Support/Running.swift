import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// The maximum time that a test waits for an event.
let limit = Duration.seconds(30)

extension LoopbackServer {
    /// Returns a request to the server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    }
}

/// A complete response.
struct ReceivedResponse: Sendable {
    var head: HTTPResponse
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ events: [TransportEvent]) throws {
        guard case .head(let head)? = events.first else { throw OrderError("the first event is not a head: \(events)") }
        self.head = head
        for event in events.dropFirst() {
            guard case .chunk(let bytes) = event else { throw OrderError("more than one head: \(event)") }
            body += bytes
        }
    }

    struct OrderError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

extension Transport {
    /// Runs an exchange until it completes.
    func response(to request: HTTPRequest, body: HTTPBody? = nil) throws -> ReceivedResponse {
        try ReceivedResponse(send(request, body: body).toArray().wait(timeout: limit))
    }

    /// Runs an exchange that is expected to fail, and returns the error.
    func failure(
        _ request: HTTPRequest, body: HTTPBody? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TransportError {
        let error = #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
            try send(request, body: body).wait(timeout: limit)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }
}

/// Named counters that a test can wait for.
final class Counter: @unchecked Sendable {  // `condition` guards the counts
    private let condition = NSCondition()
    private var counts: [String: Int] = [:]

    func add(_ name: String, _ count: Int = 1) {
        condition.withLock {
            counts[name, default: 0] += count
            condition.broadcast()
        }
    }

    subscript(_ name: String) -> Int { condition.withLock { counts[name, default: 0] } }

    /// Waits until a counter reaches a value.
    ///
    /// Returns `false` on timeout.
    func wait(for count: Int, _ name: String) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 30)
        return condition.withLock {
            while counts[name, default: 0] < count {
                guard condition.wait(until: deadline) else { return counts[name, default: 0] >= count }
            }
            return true
        }
    }
}
