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
    /// A key with a query, such as `"GET /tags?page=2"`, expects exactly these query items in any order, and a key that
    /// ends in `?` expects none. A key without a query matches every query.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the responses. Defaults to immediate delivery.
    ///   - responses: The method and the percent-encoded path of each expected request, with or without a query, paired
    ///     with its response. Any other key causes a runtime error.
    ///   - file: The file to report for an invalid key.
    ///   - line: The line to report for an invalid key.
    public convenience init(
        scheduler: any Scheduler = ImmediateScheduler.shared, responses: KeyValuePairs<String, Response>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let script = Script(
            responses: responses.map { text, response in
                guard let key = ScriptKey(text) else {
                    fatalError(
                        """
                        StubTransport: invalid script key '\(text)'. Use a method and a path, for example 'GET /tags' or \
                        'GET /tags?page=2'
                        """, file: file, line: line)
                }
                return (key, response)
            })
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
        let text = lines.isEmpty ? nil : lines.joined(separator: "\n")
        return log.clock?.explaining(text) ?? text
    }

    /// A sequence of responses that is consumed in order.
    struct Script: Sendable {
        let responses: [(key: ScriptKey, response: Response)]

        /// The number of used responses, and the descriptions of the unexpected requests.
        private let progress = Monitor((used: 0, unexpected: [String]()))

        func response(to request: Request) -> Response {
            progress.update { progress in
                let next = responses.dropFirst(progress.used).first
                if let next, next.key.matches(request) {
                    progress.used += 1
                    return next.response
                }
                let reason =
                    next?.key.mismatch(request, at: "response \(progress.used + 1) of \(responses.count)")
                    ?? "the script has no more responses (used \(responses.count) of \(responses.count))"
                let text = "unexpected request \(request.number + 1) (\(request)): \(reason)"
                progress.unexpected.append(text)
                return .fail(TransportError(.other, text))
            }
        }

        /// The differences between the sent requests and the script, one sentence each.
        var differences: [String] {
            let (used, unexpected) = progress.read { $0 }
            let unused = responses[used...].map(\.key.text)
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

/// The method, the path, and optionally the query of an expected request.
struct ScriptKey: Sendable {
    let text: String
    private let methodAndPath: String

    /// The decoded query items, or `nil` if any query matches.
    private let query: [HAR.Pair]?

    /// Creates a key, for example `GET /tags` or `GET /tags?page=2`, or returns `nil` if the text has another form.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("?") else { return nil }
        let path = parts[1].prefix { $0 != "?" }
        guard !path.isEmpty else { return nil }
        self.text = text
        methodAndPath = "\(parts[0]) \(path)"
        query = parts[1].contains("?") ? Self.items(parts[1]) : nil
    }

    /// Returns the decoded query items of a path or a URL.
    private static func items(_ text: Substring) -> [HAR.Pair] {
        PercentDecoding.pairs(text.drop { $0 != "?" }.dropFirst()).map(HAR.Pair.init)
    }

    func matches(_ request: StubTransport.Request) -> Bool {
        methodAndPath == request.description && differences(from: request).isEmpty
    }

    /// Returns the reason why a request does not match.
    func mismatch(_ request: StubTransport.Request, at position: String) -> String {
        let reason = "the script expects \(text) (\(position))"
        guard methodAndPath == request.description else { return reason }
        // A secret in the request is redacted. The key is part of the test.
        let shown = Self.items(Redactor(request: request.message).url(request.url)[...])
        let differences = differences(from: request).map { name, expected, actual in
            let clean = actual.map { shown.contains(HAR.Pair(name: name, value: $0)) ? $0 : Redactor.mark }
            return "query item \(name): expected \(Difference.quoted(expected)), got \(Difference.quoted(clean))"
        }
        return "\(reason), which differs: \(differences.joined(separator: "; "))"
    }

    private func differences(from request: StubTransport.Request) -> [PairComparison.Unmatched] {
        query.map { PairComparison.unmatched($0, request.queryItems.map(HAR.Pair.init)) } ?? []
    }
}
