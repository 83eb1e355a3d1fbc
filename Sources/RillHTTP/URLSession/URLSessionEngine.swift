internal import Dispatch
internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

/// What a transport and its exchanges hold: when nobody does any more, the session ends.
final class URLSessionEngine: Sendable {
    let core: URLSessionCore

    init(_ options: TransportOptions) {
        core = URLSessionCore(options)
    }

    deinit {
        core.close()
    }
}

/// The session, and what may be done with it: one thing after the other, on a queue of its own.
///
/// To make, to resume and to cancel a task waits for URLSession's own queue. Here nobody else waits with it, and no task is
/// made on a session that has been invalidated, which would end the process.
final class URLSessionCore: @unchecked Sendable {  // the variables are touched on `queue` alone
    private let queue = DispatchQueue(label: "rill.urlsession")
    private let options: TransportOptions
    private let link = URLSessionLink()
    private var session: URLSession?

    /// The same for all sessions, so that they share their cookies.
    private lazy var configuration = options.makeConfiguration()

    private lazy var callbacks: OperationQueue = {
        let callbacks = OperationQueue()
        callbacks.name = "rill.urlsession.callbacks"
        callbacks.maxConcurrentOperationCount = 1
        return callbacks
    }()

    private var limiter: URLSessionLimiter
    private var loading: [ObjectIdentifier: URLSessionExchange] = [:]
    private var isClosed = false

    init(_ options: TransportOptions) {
        self.options = options
        limiter = URLSessionLimiter(limit: options.maximumConnectionsPerHost)
    }

    private static let closed = TransportError(.cancelled)

    // MARK: From any thread

    /// Notes an exchange whose body is being read.
    func noteLoading(_ exchange: URLSessionExchange) {
        queue.async { [self] in
            if isClosed {
                exchange.fail(Self.closed)
            } else if !exchange.isOver {
                loading[ObjectIdentifier(exchange)] = exchange
            }
        }
    }

    /// Begins an exchange whose body is ready, as soon as it may have a connection.
    func start(_ exchange: URLSessionExchange) {
        queue.async { [self] in
            loading[ObjectIdentifier(exchange)] = nil
            if isClosed {
                exchange.fail(Self.closed)
            } else if !exchange.isOver, limiter.enter(exchange) {
                launch(exchange)
            }
        }
    }

    /// Gives an exchange's task up, or its place among those that wait for one.
    func giveUp(_ exchange: URLSessionExchange, _ task: URLSessionTask?) {
        queue.async { [self] in
            if let task {
                task.cancel()
            } else {
                loading[ObjectIdentifier(exchange)] = nil
                limiter.remove(exchange)
            }
        }
    }

    /// Takes the place of a task that is over, for the same exchange or for another.
    func taskEnded(of exchange: URLSessionExchange, again: Bool) {
        guard again || options.maximumConnectionsPerHost != nil else { return }
        queue.async { [self] in
            if again { launch(exchange) } else { passOn(exchange.call.origin) }
        }
    }

    /// Ends all exchanges and the session; does not wait for that.
    func close() {
        queue.async { [self] in
            isClosed = true
            let exchanges = Array(loading.values) + limiter.removeAll() + link.exchanges
            loading = [:]
            for exchange in exchanges { exchange.fail(Self.closed) }
            session?.finishTasksAndInvalidate()
            session = nil
        }
    }

    // MARK: On the queue

    private func launch(_ exchange: URLSessionExchange) {
        guard !isClosed else { return exchange.fail(Self.closed) }
        guard let payload = exchange.material else { return passOn(exchange.call.origin) }
        let request = exchange.call.makeRequest(payload)
        let session = session(for: exchange.call)
        let task = makeTask(request, payload, in: session)
        link.add(exchange, of: self, for: task)
        let isWanted = exchange.attach(task)
        if isWanted { task.resume() } else { task.cancel() }
        if session !== self.session { session.finishTasksAndInvalidate() }
    }

    private func passOn(_ origin: String) {
        if let next = limiter.leave(origin) { launch(next) }
    }

    private func makeTask(
        _ request: URLRequest, _ payload: URLSessionPayload, in session: URLSession
    ) -> URLSessionTask {
        #if canImport(Darwin)
            // There a file is announced with its length, and rewound by URLSession itself.
            if case .file(let url, _) = payload { return session.uploadTask(with: request, fromFile: url) }
        #endif
        return session.dataTask(with: request)
    }

    /// The session for a request.
    ///
    /// On Linux the libcurl below sends a request again, whatever its method, when a connection that it used before is closed
    /// without a response, and nothing can keep it from that. So a request that is not idempotent has a session, and with it a
    /// connection, of its own.
    private func session(for call: URLSessionCall) -> URLSession {
        #if canImport(FoundationNetworking)
            guard call.isIdempotent else { return makeSession() }
        #endif
        if let session { return session }
        let session = makeSession()
        self.session = session
        return session
    }

    private func makeSession() -> URLSession {
        URLSession(configuration: configuration, delegate: link, delegateQueue: callbacks)
    }
}
