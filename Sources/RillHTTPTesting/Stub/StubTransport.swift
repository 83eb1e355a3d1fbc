public import RillHTTP
internal import RillTesting

/// A transport that delivers scripted responses on a scheduler, without a network, and records the requests.
///
///     let kit = TestKit()
///     let transport = StubTransport(scheduler: kit.scheduler) { request in
///         request.path == "/tags" ? .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"]) : .status(.notFound)
///     }
///     let client = Client(baseURL: "https://qiita.example", transport: transport)
///
/// The scheduler's clock determines when each event of a response arrives; nothing else takes time. With a
/// virtual-time scheduler, a test controls when each request receives its response, in which chunks, and when
/// subscriptions are disposed. ``RillHTTPTesting/StubTransport/init(_:)`` delivers every response immediately.
///
/// Draw responses as marble diagrams with `Response.marbles(_:status:fields:chunks:error:file:line:)`, or create them
/// from chunks and delays. To respond to a fixed sequence of requests, use `init(scheduler:responses:file:line:)`. To
/// compare the recorded exchanges with diagrams, use `exchangeDifference(from:)`.
///
/// While the subscriber is paused, the stub sends no events. Events that are due during the pause follow in order when
/// the subscriber resumes, at the time of the resumption. The clock continues to run. A paused exchange takes no more
/// memory than its response. Uploads do not pause.
///
/// The progress of an upload is complete when the request is sent, unless the diagram of the response contains its
/// steps.
public final class StubTransport: Transport {
    /// A closure that returns the response to a request.
    ///
    /// The transport calls it on the thread that sends the request.
    ///
    /// If the handler throws, the request fails with ``/RillHTTP/TransportError/Code/other``.
    public typealias Handler = @Sendable (Request) throws -> Response

    /// An identity of this transport, so that the clients that use it can share cached responses.
    public let identity = TransportIdentity.unique()

    let scheduler: any Scheduler
    let script: Script?
    let log: Log
    private let handler: Handler

    /// Creates a transport that delivers responses with their delays on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the responses. It must run its actions serially, because a concurrent
    ///     scheduler could reorder the events of a response.
    ///   - handler: A closure that returns the response to each request.
    public convenience init(scheduler: any Scheduler, _ handler: @escaping Handler) {
        self.init(scheduler: scheduler, script: nil, handler)
    }

    /// Creates a transport that delivers every response immediately, ignoring delays.
    ///
    /// - Parameter handler: A closure that returns the response to each request.
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

    /// The requests sent so far, in order, with their current states.
    public var requests: [Request] { log.entries.map(\.request) }

    /// Records a request and responds to it with the response that the handler returns.
    ///
    /// ## Errors
    /// The error of the response. ``/RillHTTP/TransportError/Code/other`` if the handler throws.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil`.
    /// - Returns: A cold observable of the response. Each subscription is recorded as a separate request.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        // The body of a request for another protocol belongs to that protocol.
        let body = request.headerFields.contains(.upgrade) ? nil : body
        return HTTPBody.inMemory(body) { self.respond(to: request, body: $0) }
    }

    private func respond(to request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .create { [scheduler, log, handler] observer in
            let request = log.add(request, body)
            let number = request.number
            let response = Self.response(to: request, by: handler, tick: log.clock?.tick)
            if !response.drawsUpload { body?.reportUpload() }
            let playback = Playback<TransportEvent, Response.Step>(
                to: observer,
                send: { step in
                    log.note(step, number)
                    if let event = step.event { observer.on(event) }
                })
            log.begin(response, playback, number)
            let timers = response.moments.map { moment in
                scheduler.schedule(after: moment.due.delay(tick: log.clock?.tick)) {
                    for step in moment.steps where !observer.isDisposed {
                        guard let upload = step.upload, let body else { continue }
                        log.note(step, number)
                        body.reportUpload(upload)
                    }
                    playback.enqueue(moment.steps.filter { $0.event != nil })
                }
            }
            return Disposable {
                log.cancel(number)
                for timer in timers { timer.dispose() }
            }
        }
    }

    private static func response(to request: Request, by handler: Handler, tick: Duration?) -> Response {
        do {
            let response = try handler(request)
            if response.isDrawn, tick == nil {
                let text =
                    "the response is drawn as a marble diagram: diagrams require a transport that runs on a TestScheduler"
                return .fail(TransportError(.other, text))
            }
            if response.drawsUpload, request.body == nil {
                let text =
                    "the diagram of the response contains the progress of an upload, but the request has no body: remove "
                    + "the characters before the response head"
                return .fail(TransportError(.other, text))
            }
            return response
        } catch {
            return .fail(TransportError(.other, "the handler of the stub transport threw an error: \(error)"))
        }
    }
}

extension StubTransport: OpenWorkSource {
    package var openWork: [String] {
        requests.filter { $0.state == .running }.map { "\($0)" }
    }
}
