import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

/// A Queue service in virtual time that delivers each message to one client, counts deliveries, and accepts only the
/// latest pop receipt.
///
/// The text of a message determines the behavior of its handler: `5` completes after five seconds, `5!` fails after
/// five seconds, and `never` does not terminate.
struct StubQueue {
    let scheduler: TestScheduler
    let transport: StubTransport
    private let handlers: TestScheduler
    private let state = State()

    private struct Item {
        let id: String
        let text: String
        var count: Int
        var visible = Duration.zero
        var receipt = ""
    }

    /// The mutable state.
    private final class State: @unchecked Sendable {  // guarded by `lock`
        let lock = Lock()
        var queues: [String: [Item]] = ["jobs": []]
        var added = 0
        var receipts = 0
        var log: [String] = []
        var responses: [(call: String, response: StubTransport.Response)] = []
        var delay = Duration.zero
        var active = 0
        var mostActive = 0
    }

    struct HandlerError: Error {}

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler of the client.
    ///   - server: The scheduler of the responses. Defaults to the scheduler of the client.
    ///   - handlers: The scheduler of the handlers. Defaults to the scheduler of the client.
    init(
        scheduler: TestScheduler = TestScheduler(), server: TestScheduler? = nil, handlers: TestScheduler? = nil
    ) {
        self.scheduler = scheduler
        self.handlers = handlers ?? scheduler
        transport = StubTransport(scheduler: server ?? scheduler) { [state, scheduler] request in
            state.lock.withLock { Self.response(request, state, at: scheduler.now) }
        }
    }

    // MARK: The queue

    /// Adds messages with the IDs 1, 2, 3, and so on.
    ///
    /// - Parameters:
    ///   - texts: The message texts, which determine the behavior of the handlers.
    ///   - count: The number of earlier deliveries. Defaults to 0.
    func add(_ texts: String..., count: Int = 0) {
        state.lock.withLock {
            for text in texts {
                state.added += 1
                state.queues["jobs"]?.append(Item(id: "\(state.added)", text: text, count: count))
            }
        }
    }

    /// Sets the responses to the next calls of a kind, such as `get`, `renew 1`, `delete 1`, and `put jobs-poison`.
    ///
    /// The calls have no other effect.
    func setResponses(_ call: String, _ responses: StubTransport.Response...) {
        state.lock.withLock { state.responses += responses.map { (call, $0) } }
    }

    /// Sets the delay of all other responses.
    func delayResponses(by delay: Duration) {
        state.lock.withLock { state.delay = delay }
    }

    /// Simulates that another client received a message.
    func steal(_ id: String) {
        state.lock.withLock {
            guard let index = state.queues["jobs"]?.firstIndex(where: { $0.id == id }) else { return }
            state.queues["jobs"]?[index].receipt = "stolen"
        }
    }

    /// The calls, with their time in seconds: `15 renew 1 r1`.
    var log: [String] { state.lock.withLock { state.log } }

    /// The calls without receive requests.
    var logOfMessages: [String] { log.filter { !$0.contains(" get ") } }

    /// Returns the texts of the messages in a queue.
    func texts(in queue: String = "jobs") -> [String]? {
        state.lock.withLock { state.queues[queue]?.map(\.text) }
    }

    /// The maximum number of concurrent handlers.
    var mostActive: Int { state.lock.withLock { state.mostActive } }

    /// The number of active handlers.
    var active: Int { state.lock.withLock { state.active } }

    // MARK: The worker

    /// Creates a client.
    ///
    /// Defaults to a single attempt.
    func client(attempts: Int = 1) -> QueueClient {
        QueueClient(
            .emulator, codec: .plain, transport: transport.asService,
            retry: .constantBackoff(attempts: attempts, delay: .seconds(1)), scheduler: scheduler)
    }

    /// The handler, whose behavior depends on the message text.
    func handle(_ message: QueueMessage) throws -> Observable<Int> {
        if message.text == "throw" { throw HandlerError() }
        let seconds = Int(message.text.prefix { $0.isNumber }) ?? 0
        let work: Observable<Int> =
            switch message.text {
            case "never": .never()
            case "0": .just(1)
            case "0!": .error(HandlerError())
            case let text where text.hasSuffix("!"):
                .timer(.seconds(seconds), scheduler: handlers).map { _ in throw HandlerError() }
            default: .timer(.seconds(seconds), scheduler: handlers)
            }
        return .deferred { [state] in
            state.lock.withLock {
                state.active += 1
                state.mostActive = max(state.mostActive, state.active)
            }
            return work.do(onDispose: { state.lock.withLock { state.active -= 1 } })
        }
    }

    /// Creates a worker.
    func work(
        maxConcurrent: Int = 8, maxAttempts: Int = 5, attempts: Int = 1,
        polling: PollingInterval = PollingInterval(minimum: .seconds(100), maximum: .seconds(1_000)),
        until stop: Observable<Void> = .never()
    ) -> Observable<WorkerEvent> {
        client(attempts: attempts).processMessages(
            in: "jobs", maxConcurrent: maxConcurrent, maxAttempts: maxAttempts, polling: polling, until: stop, handle)
    }

    // MARK: The service

    private static func response(
        _ request: StubTransport.Request, _ state: State, at now: Duration
    ) -> StubTransport.Response {
        let parts = request.path.split(separator: "/").dropFirst().map(String.init)
        let receipt = request.queryItem("popreceipt") ?? ""
        let call =
            switch (request.method, parts.count) {
            case (.get, _): "get"
            case (.post, _): "put \(parts[0])"
            case (.put, 1): "create \(parts[0])"
            case (.put, _): "renew \(parts[2])"
            default: "delete \(parts[2])"
            }
        let extra = call == "get" ? request.queryItem("numofmessages") ?? "" : receipt
        state.log.append("\(text(now)) \(call)\(extra.isEmpty ? "" : " \(extra)")")
        if let index = state.responses.firstIndex(where: { $0.call == call }) {
            return state.responses.remove(at: index).response
        }
        guard var items = state.queues[parts[0]] else {
            if request.method == .put, parts.count == 1 {
                state.queues[parts[0]] = []
                return .status(.created, after: state.delay)
            }
            return QueueFixtures.error("QueueNotFound", .notFound, after: state.delay)
        }
        defer { state.queues[parts[0]] = items }
        switch request.method {
        case .get: return deliver(request, &items, state, at: now)
        case .post:
            items.append(Item(id: "new", text: sentText(request), count: 0))
            return .text(QueueFixtures.sent, type: "application/xml", status: .created, after: state.delay)
        default: break
        }
        guard let index = items.firstIndex(where: { $0.id == parts[2] && $0.receipt == receipt }) else {
            return QueueFixtures.error("MessageNotFound", .notFound, after: state.delay)
        }
        guard request.method == .put else {
            items.remove(at: index)
            return .status(.noContent, after: state.delay)
        }
        items[index].visible = now + seconds(request)
        items[index].receipt = nextReceipt(state)
        return .status(
            .noContent,
            fields: [
                HTTPField.Name(literal: "x-ms-popreceipt"): items[index].receipt,
                HTTPField.Name(literal: "x-ms-time-next-visible"): "Sat, 21 Nov 2026 02:20:43 GMT",
            ], after: state.delay)
    }

    private static func deliver(
        _ request: StubTransport.Request, _ items: inout [Item], _ state: State, at now: Duration
    ) -> StubTransport.Response {
        var left = Int(request.queryItem("numofmessages") ?? "") ?? 0
        var messages = ""
        for index in items.indices where left > 0 && items[index].visible <= now {
            left -= 1
            items[index].visible = now + seconds(request)
            items[index].count += 1
            items[index].receipt = nextReceipt(state)
            let item = items[index]
            messages += QueueFixtures.message(item.id, receipt: item.receipt, count: item.count, text: item.text)
        }
        return .text(
            "<QueueMessagesList>\(messages)</QueueMessagesList>", type: "application/xml", after: state.delay)
    }

    private static func seconds(_ request: StubTransport.Request) -> Duration {
        .seconds(Int(request.queryItem("visibilitytimeout") ?? "") ?? 0)
    }

    private static func sentText(_ request: StubTransport.Request) -> String {
        let body = request.bodyText ?? ""
        guard let start = body.firstRange(of: "<MessageText>"), let end = body.firstRange(of: "</MessageText>") else {
            return "?"
        }
        return body[start.upperBound..<end.lowerBound] + (request.queryItem("messagettl").map { " for \($0)" } ?? "")
    }

    private static func nextReceipt(_ state: State) -> String {
        state.receipts += 1
        return "r\(state.receipts)"
    }

    private static func text(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension Recorder<WorkerEvent> {
    /// Descriptions of the events, without their errors.
    var words: [String] {
        events.map { event in
            switch event {
            case .next(let event): String("\(event)".prefix { $0 != ":" })
            case .error: "error"
            case .completed: "completed"
            }
        }
    }
}

/// Runs a test with a stub queue, and verifies that it leaks no subscriptions, timers, or memory.
func withStubQueue(
    _ location: SourceLocation = #_sourceLocation, _ test: (StubQueue) throws -> Void
) rethrows {
    let ledger = Ledger()
    try ledger.watch { try test(StubQueue()) }
    #expect(ledger.leakReport == nil, sourceLocation: location)
    #expect(ledger.retained.isEmpty, sourceLocation: location)
}
