public import Rill
internal import RillHTTP
internal import RillTesting

extension StubTransport {
    /// Creates a transport that responds to a fixed sequence of requests.
    ///
    ///     let transport = StubTransport(responses: [
    ///         "GET /tags": .status(.unauthorized),
    ///         "POST /token": .json(#"{"token": "new"}"#),
    ///         "GET /tags": .json("[]"),
    ///     ])
    ///
    /// A request that differs from the next request of the script, or that is sent after the last one, fails with
    /// ``/RillHTTP/TransportError/Code/other`` and a message that names the expected request. It does not consume the
    /// scripted response. The code under test may hide such a failure, so check ``scriptDifference()`` at the end of
    /// the test.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the responses. Defaults to immediate delivery.
    ///   - responses: The method and path of each expected request, paired with its response. The path is
    ///     percent-encoded and excludes the query. Any other key causes a runtime error.
    ///   - file: The file to report for an invalid key.
    ///   - line: The line to report for an invalid key.
    public convenience init(
        scheduler: any Scheduler = ImmediateScheduler.shared, responses: KeyValuePairs<String, Response>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        for (name, _) in responses where !Script.isName(name) {
            fatalError(
                """
                StubTransport: invalid script key '\(name)'. Use a method and a path without a query, for example \
                'GET /tags'
                """, file: file, line: line)
        }
        let script = Script(responses.map { (name: $0.key, response: $0.value) })
        self.init(scheduler: scheduler, script: script) { script.response(to: $0) }
    }

    /// Returns a description of the unexpected requests and of the unused responses.
    ///
    ///     unexpected request 2 (GET /users): the script expects POST /token (response 2 of 3)
    ///     no request was sent for POST /token, GET /tags (responses 2 to 3 of 3 are unused)
    ///
    /// - Returns: A message for the test report, or `nil` if all requests of the script were sent in order. If the
    ///   transport has no script, the message says so.
    public func scriptDifference() -> String? {
        guard let script else { return "the transport has no script: it was created with a handler" }
        let lines = script.differences
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// A sequence of responses that is consumed in order.
    final class Script: @unchecked Sendable {  // `used` and `unexpected` are guarded by `lock`
        private let responses: [(name: String, response: Response)]
        private let lock = Lock()
        private var used = 0
        private var unexpected: [String] = []

        init(_ responses: [(name: String, response: Response)]) {
            self.responses = responses
        }

        /// Returns whether a key consists of a method and a path without a query.
        static func isName(_ text: String) -> Bool {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains("?") }
        }

        func response(to request: Request) -> Response {
            lock.withLock {
                if used < responses.count, responses[used].name == request.description {
                    used += 1
                    return responses[used - 1].response
                }
                let position = "response \(used + 1) of \(responses.count)"
                let reason =
                    used < responses.count
                    ? "the script expects \(responses[used].name) (\(position))"
                    : "the script has no more responses (used \(responses.count) of \(responses.count))"
                let text = "unexpected request \(request.number + 1) (\(request)): \(reason)"
                unexpected.append(text)
                return .fail(TransportError(.other, text))
            }
        }

        /// The differences between the sent requests and the script, one sentence each.
        var differences: [String] {
            let (used, unexpected) = lock.withLock { (self.used, self.unexpected) }
            let unused = responses[used...].map(\.name)
            let unexpectedLines = Excerpt.lines(of: unexpected.indices, "unexpected requests") { [unexpected[$0]] }
            guard !unused.isEmpty else { return unexpectedLines }
            let total = responses.count
            let position =
                unused.count == 1
                ? "response \(total) of \(total) is" : "responses \(used + 1) to \(total) of \(total) are"
            let names = Excerpt.lines(of: unused.indices, "requests") { [unused[$0]] }.joined(separator: ", ")
            return unexpectedLines + ["no request was sent for \(names) (\(position) unused)"]
        }
    }
}
