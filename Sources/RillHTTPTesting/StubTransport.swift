public import Rill
public import RillHTTP
internal import RillTesting

/// A transport without a network: answers requests on the timeline of a scheduler, and records them.
///
///     let kit = TestKit()
///     let transport = StubTransport(scheduler: kit.scheduler) { request in
///         request.path == "/tags" ? .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"]) : .status(.notFound)
///     }
///     let client = Client(baseURL: "https://qiita.example", transport: transport)
///
/// Every piece of an answer arrives when the scheduler's clock says so, and nothing else takes time. With a scheduler of
/// virtual time a test therefore says which request is answered when, in which pieces, and what is disposed in between.
/// With ``RillHTTPTesting/StubTransport/init(_:)`` every answer is there at once.
///
/// Answers are drawn as marbles, see `Answer.marbles(_:status:fields:chunks:error:file:line:)`, or put together from
/// pieces and times. A list of answers in order is given to `init(scheduler:answers:file:line:)`. What happened is compared
/// with diagrams by `exchangeDifference(from:)`.
///
/// The stub parks: while the subscriber is paused, what falls due is kept, and sent in order when it goes on; the clock
/// does not wait.
public final class StubTransport: Transport {
    /// Answers a request; called when the request is sent, on the thread that sends it.
    ///
    /// What it throws fails the request with ``RillHTTP/TransportError/Code/other``.
    public typealias Handler = @Sendable (Request) throws -> Answer

    let scheduler: any Scheduler
    let script: Script?
    let log: Log
    private let handler: Handler

    /// Creates a transport whose answers take the time they say.
    ///
    /// - Parameters:
    ///   - scheduler: On whose clock, and where, the answers arrive; one that runs one piece of work after the other, as
    ///     pieces of an answer could overtake each other on a concurrent one.
    ///   - handler: Answers each request.
    public convenience init(scheduler: any Scheduler, _ handler: @escaping Handler) {
        self.init(scheduler: scheduler, script: nil, handler)
    }

    /// Creates a transport whose answers are there at once, whatever time they would take.
    ///
    /// - Parameter handler: Answers each request.
    public convenience init(_ handler: @escaping Handler) {
        self.init(scheduler: ImmediateScheduler.shared, handler)
    }

    init(scheduler: any Scheduler, script: Script?, _ handler: @escaping Handler) {
        self.scheduler = scheduler
        self.script = script
        self.handler = handler
        log = Log(clock: scheduler as? TestScheduler)
        SubscriptionWatch.current?.log?.add(self)
    }

    /// All requests so far, in the order in which they were sent, and how it stands with them now.
    public var requests: [Request] { log.entries.map(\.request) }

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
        HTTPBody.inMemory(body) { self.answer(request, body: $0) }
    }

    private func answer(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .create { [scheduler, log, handler] observer in
            body?.reportAll()
            let request = log.add(request, body)
            let number = request.number
            let answer = Self.answer(to: request, by: handler, tick: log.clock?.tick)
            log.draw(answer, number)
            let playback = Playback(to: observer) { log.note($0, number) }
            log.hold(playback, number)
            let timers = answer.moments.map { moment in
                scheduler.schedule(after: moment.due.delay(tick: log.clock?.tick)) { playback.take(moment.steps) }
            }
            return Disposable {
                log.cancel(number)
                for timer in timers { timer.dispose() }
            }
        }
    }

    private static func answer(to request: Request, by handler: Handler, tick: Duration?) -> Answer {
        do {
            let answer = try handler(request)
            guard answer.isDrawn, tick == nil else { return answer }
            let text = "the answer is drawn in the ticks of a TestScheduler, and the transport does not run on one"
            return .fail(TransportError(.other, text))
        } catch {
            return .fail(TransportError(.other, "the stub's handler threw: \(error)"))
        }
    }
}

extension StubTransport: OpenWorkSource {
    package var openWork: [OpenWork] {
        requests.filter { $0.state == .running }.map { OpenWork(.request, "\($0)") }
    }
}
