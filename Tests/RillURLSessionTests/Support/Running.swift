import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// The longest that a test waits for something that should happen soon.
let limit = Duration.seconds(30)

extension LoopbackServer {
    /// A request to the server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    }
}

/// A whole answer.
struct Answer: Sendable {
    var head: HTTPResponse
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ events: [TransportEvent]) throws {
        guard case .head(let head)? = events.first else { throw Misfit("no head, but \(events)") }
        self.head = head
        for event in events.dropFirst() {
            guard case .chunk(let bytes) = event else { throw Misfit("a second head: \(event)") }
            body += bytes
        }
    }

    struct Misfit: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

extension Transport {
    /// Runs an exchange to its end.
    func answer(_ request: HTTPRequest, body: HTTPBody? = nil) throws -> Answer {
        try Answer(send(request, body: body).toArray().wait(timeout: limit))
    }

    /// Runs an exchange that has to fail.
    func failure(
        _ request: HTTPRequest, body: HTTPBody? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TransportError {
        let error = #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
            try send(request, body: body).wait(timeout: limit)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }
}

/// Counts, and lets a test wait for the count.
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

    /// Waits until a count is reached; returns false when that took too long.
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
