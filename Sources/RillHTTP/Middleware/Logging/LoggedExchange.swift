internal import Foundation
internal import RillHTTPTypes

/// The log entries of one exchange.
final class LoggedExchange: @unchecked Sendable {  // `head`, `count`, `prefix` and `hasEnded` are guarded by `lock`
    enum End {
        case complete
        case failed(String)
        case disposed
    }

    private let request: HTTPRequest
    private let body: HTTPBody?
    private let next: Next
    private let number: Int
    private let isVerbose: Bool
    private let scheduler: any Scheduler
    private let started: Duration
    private let lock = Lock()
    private var head: HTTPResponse?
    private var count = 0
    private var prefix = Data()
    private var hasEnded = false

    init(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, number: Int, isVerbose: Bool,
        _ scheduler: any Scheduler
    ) {
        self.request = request
        self.body = body
        self.next = next
        self.number = number
        self.isVerbose = isVerbose
        self.scheduler = scheduler
        started = scheduler.now
    }

    // MARK: Events

    func record(_ event: TransportEvent) {
        lock.withLock {
            switch event {
            case .head(let response):
                head = response
            case .chunk(let bytes):
                count += bytes.count
                if isVerbose { prefix.append(contentsOf: bytes.prefix(BodyText.window - prefix.count)) }
            }
        }
    }

    // MARK: Log entries

    /// The entry that is logged when the request is sent.
    var requestEntry: String {
        let redactor = next.call.redactor(for: request, body: body, searchesBody: isVerbose)
        var lines = ["#\(number) --> \(name(redactor))\(next.attempt > 1 ? ", attempt \(next.attempt)" : "")"]
        guard isVerbose else { return lines[0] }
        lines += self.lines(of: request.headerFields, redactor)
        if let body { lines += self.lines(of: body, redactor) }
        return lines.joined(separator: "\n")
    }

    /// Returns the entry that is logged at the end, or `nil` if it was already logged, because a subscription can be
    /// disposed after its terminal event.
    func endEntry(_ end: End) -> String? {
        let last: (head: HTTPResponse?, count: Int, prefix: Data)? = lock.withLock {
            guard !hasEnded else { return nil }
            hasEnded = true
            return (head, count, prefix)
        }
        guard let last else { return nil }
        let redactor = next.call.redactor(for: request, body: body, searchesBody: canRepeatBody(end, last.head))
        let status = last.head.map { BodyText.line("\(redactor.status($0.status))") }
        let outcome =
            switch end {
            case .complete: status ?? "no response"
            case .disposed: "canceled\(status.map { " after \($0)" } ?? ""):"
            case .failed: "failed\(status.map { " after \($0)" } ?? ""):"
            }
        var line =
            "#\(number) <-- \(outcome) \(name(redactor)) (\(last.count) bytes, \((scheduler.now - started).text))"
        if case .failed(let reason) = end {
            line += ": \(BodyText.cut(BodyText.line(redactor.text(reason)), to: BodyText.limit))"
        }
        guard isVerbose else { return line }
        var lines = [line]
        if let head = last.head { lines += self.lines(of: head.headerFields, redactor) }
        // A parser has declared the body secret.
        let isSecret = request.hasSecretResponse && last.head?.status.kind == .successful
        if !isSecret, !last.prefix.isEmpty {
            lines += self.lines(of: last.prefix, count: last.count, last.head?.headerFields[.contentType], redactor)
        }
        return lines.joined(separator: "\n")
    }

    /// Returns whether the entry may contain a secret from the request body, which is expensive to search.
    private func canRepeatBody(_ end: End, _ head: HTTPResponse?) -> Bool {
        if case .failed = end { return true }
        return isVerbose || head.map { !$0.status.hasCommonPhrase } ?? false
    }

    private func name(_ redactor: Redactor) -> String {
        "\(request.method) \(redactor.url(of: request))"
    }

    private func lines(of fields: HTTPFields, _ redactor: Redactor) -> [String] {
        redactor.fields(fields).map { "    \(BodyText.line("\($0.name): \($0.value)"))" }
    }

    private func lines(of body: HTTPBody, _ redactor: Redactor) -> [String] {
        if let bytes = body.bytes {
            let type = request.headerFields[.contentType] ?? body.contentType
            return lines(of: Data(bytes), count: bytes.count, type, redactor)
        }
        return ["    (body of \(body.count.map { "\($0)" } ?? "unknown") bytes, not in memory)"]
    }

    private func lines(of bytes: Data, count: Int, _ type: String?, _ redactor: Redactor) -> [String] {
        // The text has no other line breaks than line feeds.
        let text = BodyText.prefix(of: bytes, type: type, redactor: redactor).unicodeScalars
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    | \(String($0))" }
        return lines + (count > bytes.count ? ["    | … of \(count) bytes"] : [])
    }
}
