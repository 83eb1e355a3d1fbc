public import Foundation
public import RillHTTP

/// A middleware that stops sending requests to a server that keeps failing.
///
///     let breaker = CircuitBreaker(failureRateThreshold: 0.5, openDuration: .seconds(30))
///     let client = Client(baseURL: base, middleware: [Retry(), breaker])
///     let log = breaker.transitions.subscribe(onNext: { print($0) })
///
/// ## States
/// Each host has its own circuit, which starts ``State/closed``: requests are sent, and their outcomes are counted in a
/// sliding window. The circuit opens when the window contains at least `minimumRequests` requests and their failure
/// rate is at least `failureRateThreshold`. While the circuit is ``State/open(since:until:)``, requests fail with a
/// ``CircuitOpenError`` and nothing is sent.
///
/// After `openDuration`, the next request makes the circuit ``State/halfOpen(since:)``. At most `maximumProbes`
/// requests are admitted as probes at a time, and the others fail. Inner middleware such as ``Hedging`` can send a
/// probe more than once. If a probe fails, the circuit opens again. When `maximumProbes` probes have succeeded, the
/// circuit closes with an empty window.
///
/// The window is based on time and advances in tenths of its duration. An outcome that arrives after the state has
/// changed is ignored.
///
/// ## Outcomes
/// A request fails if its response has one of the ``statuses`` or if the transport fails before the response head, for
/// example because of a timeout. It succeeds with any other response head, so that a long response does not occupy a
/// probe. A request that is canceled has no outcome and releases its probe. A request body that cannot be read, and a
/// response that is missing in the cache (`only-if-cached`), are not failures of the server and have no outcome either.
///
/// A `Client.timeout` cancels the request, so it does not count as a failure. To open the circuit of a server that
/// does not respond, set a shorter `TransportOptions.responseTimeout` or `RequestOptions.attemptTimeout`. The default of
/// the former is 60 seconds.
///
/// Place this middleware inside `Retry`, so that each attempt counts and an open circuit ends the attempts. Copies of
/// a circuit breaker share the circuits.
///
/// ## Errors
/// ``CircuitOpenError``, if the circuit is open, or half-open and its probes are running.
public struct CircuitBreaker: Middleware {
    /// The statuses that count as failures.
    ///
    /// Defaults to 500, 502, 503 and 504.
    public var statuses: Set<HTTPResponse.Status> = [500, 502, 503, 504]

    private let circuits: Circuits
    private let key: @Sendable (HTTPRequest) -> String

    /// Creates a circuit breaker with closed circuits.
    ///
    /// - Parameters:
    ///   - failureRateThreshold: The fraction of the requests in the window that must fail to open the circuit, greater
    ///     than 0 and at most 1. Defaults to 0.5.
    ///   - minimumRequests: The number of requests in the window that are necessary to open the circuit. Must be at
    ///     least 1. Defaults to 20.
    ///   - slidingWindow: The duration of the window. Must be greater than zero. Defaults to 30 seconds.
    ///   - openDuration: The time from opening to the first probe. Must be greater than zero. Defaults to 30 seconds.
    ///   - maximumProbes: The maximum number of concurrent probes, and the number of successful probes
    ///     that close the circuit. Must be at least 1. Defaults to 1.
    ///   - maximumCircuits: The maximum number of circuits. Must be at least 1. If there are more, the circuits that
    ///     have not been used for the longest time are removed, closed circuits first. A circuit that is removed
    ///     becomes closed. Defaults to 1,000.
    ///   - scheduler: The scheduler that measures time.
    ///   - key: A closure that returns the key of the circuit for a request. Errors and transitions contain the key,
    ///     and nothing in it is redacted, so it must not contain secrets, such as a query or a header field with a
    ///     token. Defaults to `nil`, which uses the scheme, host and port.
    ///   - now: A closure that returns the current date, for the dates in errors and states.
    public init(
        failureRateThreshold: Double = 0.5, minimumRequests: Int = 20, slidingWindow: Duration = .seconds(30),
        openDuration: Duration = .seconds(30), maximumProbes: Int = 1, maximumCircuits: Int = 1_000,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(), key: (@Sendable (HTTPRequest) -> String)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        precondition(
            failureRateThreshold > 0 && failureRateThreshold <= 1,
            "CircuitBreaker: failureRateThreshold must be greater than 0 and at most 1, got \(failureRateThreshold)")
        precondition(
            minimumRequests > 0 && maximumProbes > 0 && maximumCircuits > 0,
            "CircuitBreaker: minimumRequests, maximumProbes and maximumCircuits must be at least 1, "
                + "got \(minimumRequests), \(maximumProbes) and \(maximumCircuits)")
        precondition(
            slidingWindow > .zero && openDuration > .zero,
            "CircuitBreaker: slidingWindow and openDuration must be greater than zero, "
                + "got \(slidingWindow) and \(openDuration)")
        circuits = Circuits(
            Circuit.Settings(
                failureRateThreshold: failureRateThreshold, minimumRequests: minimumRequests,
                slidingWindow: slidingWindow, openDuration: openDuration, maximumProbes: maximumProbes),
            maximumCircuits: maximumCircuits, scheduler: scheduler, now: now)
        self.key = key ?? { $0.origin }
    }

    /// Returns the state of a circuit.
    ///
    /// - Parameter key: The key of the circuit, such as `https://api.example.com`: the scheme, the host, and the port
    ///   if it is not the default port of the scheme.
    /// - Returns: The state. A circuit without requests is closed.
    public func state(of key: String) -> State { circuits.state(of: key) }

    /// The state changes of all circuits.
    ///
    /// A hot observable that never completes. Transitions are emitted one at a time, in the order in which the states
    /// change, on the thread of the request that causes them, or of another request whose transition is being emitted.
    /// An open circuit becomes half-open when its first probe is admitted, not when a timer fires.
    public var transitions: Observable<Transition> { circuits.transitions }

    /// Sends a request if its circuit permits it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let key = key(request)
        return .using { [circuits] in
            try circuits.admit(key)
        } _: { [circuits, statuses] call in
            next(request, body).do(
                onNext: { event in
                    guard case .head(let head) = event else { return }
                    // The cache of the client has no response, so nothing is known about the server.
                    if head.status == .gatewayTimeout, request.isOnlyIfCached { return }
                    circuits.record(call, isFailure: statuses.contains(head.status))
                },
                onError: { error in
                    if error.isServerFailure { circuits.record(call, isFailure: true) }
                })
        } release: { [circuits] call in
            circuits.release(call)
        }
    }
}

extension Error {
    /// Whether the error indicates that the server could not be reached or did not respond correctly.
    ///
    /// `false` for errors of the request and its body, of the local configuration, and of other middleware.
    var isServerFailure: Bool {
        guard let failure = ((self as? APIError)?.underlying ?? self) as? TransportError else { return false }
        return switch failure.code {
        case .invalidURL, .invalidRequest, .invalidOptions, .cancelled, .unavailable: false
        case .sendFailed: failure.reason != .requestBody
        default: true
        }
    }
}
