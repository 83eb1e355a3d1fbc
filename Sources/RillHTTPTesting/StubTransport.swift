public import Rill
public import RillHTTP

/// A transport without a network: answers requests on the timeline of a scheduler, and records them.
///
///     let scheduler = TestScheduler()
///     let transport = StubTransport(scheduler: scheduler) { request in
///         request.path == "/tags" ? .json(#"[{"id": "swift"}]"#, after: .seconds(1)) : .status(.notFound)
///     }
///     let client = Client(baseURL: "https://qiita.example", transport: transport)
///
/// Every piece of an answer arrives when the scheduler's clock says so, and nothing else takes time. With a scheduler of
/// virtual time a test therefore says which request is answered when, in which pieces, and what is disposed in between.
/// With ``RillHTTPTesting/StubTransport/init(_:)`` every answer is there at once.
///
/// The stub does not park: a subscriber that pauses is sent to all the same.
public final class StubTransport: Transport {
    /// Answers a request; called when the request is sent, on the thread that sends it.
    ///
    /// What it throws fails the request with ``RillHTTP/TransportError/Code/other``.
    public typealias Handler = @Sendable (Request) throws -> Answer

    private let scheduler: any Scheduler
    private let handler: Handler
    private let log = StubLog()

    /// Creates a transport whose answers take the time they say.
    ///
    /// - Parameters:
    ///   - scheduler: On whose clock, and where, the answers arrive; one that runs one piece of work after the other, as
    ///     pieces of an answer could overtake each other on a concurrent one.
    ///   - handler: Answers each request.
    public init(scheduler: any Scheduler, _ handler: @escaping Handler) {
        self.scheduler = scheduler
        self.handler = handler
    }

    /// Creates a transport whose answers are there at once, whatever time they would take.
    ///
    /// - Parameter handler: Answers each request.
    public convenience init(_ handler: @escaping Handler) {
        self.init(scheduler: ImmediateScheduler.shared, handler)
    }

    /// All requests so far, in the order in which they were sent, and how it stands with them now.
    public var requests: [Request] { log.requests }

    /// Answers a request as the handler says.
    ///
    /// ## Errors
    /// Those of the handler's answer.
    ///
    /// - Parameters:
    ///   - request: The request to record.
    ///   - body: Its body.
    /// - Returns: A cold observable of the answer's pieces; each subscription is recorded as a request of its own.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .create { [scheduler, handler, log] observer in
            let number = log.add(request, body)
            let answer: Answer
            do {
                answer = try handler(log.requests[number])
            } catch {
                answer = .fail(TransportError(.other, "the stub's handler threw: \(error)"))
            }
            let timers = answer.timeline.map { due, steps in
                scheduler.schedule(after: due) {
                    for step in steps where !observer.isDisposed {
                        if step.isTerminal { log.set(.ended, number) }
                        observer.on(step)
                    }
                }
            }
            return Disposable {
                log.set(.cancelled, number)
                for timer in timers { timer.dispose() }
            }
        }
    }
}

/// What a stub has been asked.
private final class StubLog: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var entries: [StubTransport.Request] = []

    var requests: [StubTransport.Request] { lock.withLock { entries } }

    func add(_ request: HTTPRequest, _ body: HTTPBody?) -> Int {
        lock.withLock {
            entries.append(StubTransport.Request(number: entries.count, message: request, body: body))
            return entries.count - 1
        }
    }

    /// Notes how a request ended, unless it has ended already.
    func set(_ state: StubTransport.Request.State, _ number: Int) {
        lock.withLock {
            if entries[number].state == .running { entries[number].state = state }
        }
    }
}
