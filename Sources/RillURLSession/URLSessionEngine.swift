internal import Dispatch
internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// An object through which a transport and its exchanges retain the session.
///
/// The session is closed when the last reference is released.
final class URLSessionEngine: Sendable {
    let core: URLSessionCore

    init(_ options: TransportOptions) {
        core = URLSessionCore(options)
    }

    deinit {
        core.close()
    }
}

/// A manager of the session, which it accesses on a serial queue.
///
/// Creating, resuming and canceling a task blocks until URLSession's internal queue is available. The serial queue
/// keeps other threads from blocking. It also ensures that no task is created on an invalidated session, which would
/// crash the process.
final class URLSessionCore: @unchecked Sendable {  // the variables are used on `queue` only
    private let queue = DispatchQueue(label: "rill.urlsession")
    private let options: TransportOptions
    private let link = URLSessionLink()
    private var session: URLSession?

    /// The configuration of all sessions.
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

    /// Registers an exchange whose body is being loaded.
    func registerLoading(_ exchange: URLSessionExchange) {
        queue.async { [self] in
            if isClosed {
                exchange.fail(Self.closed)
            } else if !exchange.isFinished {
                loading[ObjectIdentifier(exchange)] = exchange
            }
        }
    }

    /// Starts an exchange whose body is ready, as soon as a connection slot is available.
    func start(_ exchange: URLSessionExchange) {
        queue.async { [self] in
            loading[ObjectIdentifier(exchange)] = nil
            if isClosed {
                exchange.fail(Self.closed)
            } else if !exchange.isFinished, limiter.acquire(exchange) {
                launch(exchange)
            }
        }
    }

    /// Cancels the task of an exchange, or removes the exchange from the queue if it has no task.
    func cancel(_ exchange: URLSessionExchange, _ task: URLSessionTask?) {
        queue.async { [self] in
            if let task {
                task.cancel()
            } else {
                loading[ObjectIdentifier(exchange)] = nil
                limiter.remove(exchange)
            }
        }
    }

    /// Reuses the connection slot of a finished task for a retry of the exchange or for the next exchange.
    func taskEnded(of exchange: URLSessionExchange, again: Bool) {
        guard again || options.maximumConnectionsPerHost != nil else { return }
        queue.async { [self] in
            if again { launch(exchange) } else { startNext(exchange.call.origin) }
        }
    }

    /// Fails all exchanges and invalidates the session.
    ///
    /// Returns without waiting.
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

    // MARK: On the serial queue

    private func launch(_ exchange: URLSessionExchange) {
        guard !isClosed else { return exchange.fail(Self.closed) }
        guard let payload = exchange.activePayload else { return startNext(exchange.call.origin) }
        let request = exchange.call.makeRequest(payload)
        let session = session(for: exchange.call)
        let task = makeTask(request, payload, in: session)
        link.add(exchange, of: self, for: task)
        if exchange.attach(task) { task.resume() } else { task.cancel() }
        if session !== self.session { session.finishTasksAndInvalidate() }
    }

    private func startNext(_ origin: String) {
        if let next = limiter.release(origin) { launch(next) }
    }

    private func makeTask(
        _ request: URLRequest, _ payload: URLSessionPayload, in session: URLSession
    ) -> URLSessionTask {
        #if canImport(Darwin)
            // On Apple platforms, URLSession sends the length of the file and rewinds it.
            if case .file(let url, _) = payload { return session.uploadTask(with: request, fromFile: url) }
        #endif
        return session.dataTask(with: request)
    }

    /// Returns the session for a request.
    ///
    /// On Linux, URLSession's libcurl resends requests with any method when a reused connection closes without a
    /// response, which cannot be prevented. A request that is not idempotent therefore gets its own session, and with
    /// it its own connection.
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
