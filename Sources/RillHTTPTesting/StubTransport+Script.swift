public import Rill
internal import RillHTTP

extension StubTransport {
    /// Creates a transport that gives its answers in order, each to the request that it is for.
    ///
    ///     let transport = StubTransport(answers: [
    ///         "GET /tags": .status(.unauthorized),
    ///         "POST /token": .json(#"{"token": "new"}"#),
    ///         "GET /tags": .json("[]"),
    ///     ])
    ///
    /// A request that is not the next one of the script, or that comes after its end, fails with
    /// ``RillHTTP/TransportError/Code/other`` and a text that names what was expected; the answer stays for the next
    /// request. As the code under test may hide such a failure, look at ``scriptDifference()`` when the test is over.
    ///
    /// - Parameters:
    ///   - scheduler: On whose clock, and where, the answers arrive; if left out, they are there at once.
    ///   - answers: Method and path of each request, and what it is answered; the path is percent-encoded and without
    ///     the query. Anything else traps.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    public convenience init(
        scheduler: any Scheduler = ImmediateScheduler.shared, answers: KeyValuePairs<String, Answer>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        for (name, _) in answers where !Script.isName(name) {
            fatalError(
                """
                StubTransport: '\(name)' names no request: write its method and its path, without the query, as in \
                'GET /tags'
                """, file: file, line: line)
        }
        let script = Script(answers.map { (name: $0.key, answer: $0.value) })
        self.init(scheduler: scheduler, script: script) { script.answer(to: $0) }
    }

    /// Tells which requests were not those of the script, and which answers nobody has asked for.
    ///
    ///     request 2 is GET /users, and the script expects POST /token (answer 2 of 3)
    ///     nobody has asked for POST /token, GET /tags (answers 2 to 3 of 3)
    ///
    /// - Returns: Nil if the script was followed to its end, else a text for the one who reads the failed test; also for a
    ///   transport that has no script.
    public func scriptDifference() -> String? {
        guard let script else { return "the transport has no script: it was made with a handler" }
        let lines = script.faults
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Answers that are used up in order.
    final class Script: @unchecked Sendable {  // `used` and `unexpected` are guarded by `lock`
        private let answers: [(name: String, answer: Answer)]
        private let lock = Lock()
        private var used = 0
        private var unexpected: [String] = []

        init(_ answers: [(name: String, answer: Answer)]) {
            self.answers = answers
        }

        /// Whether a text is a method and a path without a query.
        static func isName(_ text: String) -> Bool {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains("?") }
        }

        func answer(to request: Request) -> Answer {
            lock.withLock {
                if used < answers.count, answers[used].name == request.description {
                    used += 1
                    return answers[used - 1].answer
                }
                let position = "answer \(used + 1) of \(answers.count)"
                let fault =
                    used < answers.count
                    ? "the script expects \(answers[used].name) (\(position))"
                    : "the script is at its end (\(answers.count) of \(answers.count) answers are used)"
                let text = "request \(request.number + 1) is \(request), and \(fault)"
                unexpected.append(text)
                return .fail(TransportError(.other, text))
            }
        }

        /// What has not gone as written, one sentence each.
        var faults: [String] {
            let (used, unexpected) = lock.withLock { (self.used, self.unexpected) }
            let left = answers[used...].map(\.name)
            guard !left.isEmpty else { return unexpected }
            let total = answers.count
            let position = left.count == 1 ? "answer \(total)" : "answers \(used + 1) to \(total)"
            return unexpected + ["nobody has asked for \(left.joined(separator: ", ")) (\(position) of \(total))"]
        }
    }
}
