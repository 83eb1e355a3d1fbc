internal import Dispatch
internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// An exchange that delivers the events of a URLSession task to a subscriber.
final class URLSessionExchange: @unchecked Sendable {
    // `lock` guards the variables. No callbacks run with the lock held.

    /// The maximum number of buffered body bytes.
    ///
    /// Required on Linux, where URLSession has no back-pressure.
    static let bufferLimit = 16 << 20

    /// The validated request.
    let call: URLSessionCall

    let options: TransportOptions
    let observer: Observer<TransportEvent>
    let delegate: (any TransportDelegate)?

    let queue = DispatchQueue(label: "rill.urlsession.exchange")

    let lock = Lock()
    var engine: URLSessionEngine?  // retained while the exchange runs, so that the transport can be released
    var inbox = URLSessionInbox()
    var clock: URLSessionClock
    var timer: Disposable?
    var nextCheck: Duration?
    private var source: PausableSubscription<[UInt8]>?
    var payload: URLSessionPayload?
    var task: URLSessionTask?
    var isQueued = false  // waiting for a task
    var head: HTTPResponse?
    var received = 0
    var sent = 0
    var rewinds = 0  // the number of new body streams that URLSession requested
    var wasResent = false  // whether the request was sent again after a send failure
    var isRetryDue = false  // whether a new task replaces the current one
    var headSize = URLSessionHeadSize()

    init(
        _ call: URLSessionCall, _ observer: Observer<TransportEvent>, _ options: TransportOptions,
        on engine: URLSessionEngine, _ delegate: (any TransportDelegate)?
    ) {
        self.call = call
        self.options = options
        self.observer = observer
        self.delegate = delegate
        self.engine = engine
        clock = URLSessionClock(options, startedAt: options.totalTimeout == nil ? .zero : options.scheduler.now)
    }

    /// Whether the exchange has ended or was canceled.
    var isFinished: Bool { lock.withLock { inbox.hasEnded } }

    // MARK: Start

    /// Loads the body, then requests a connection slot.
    func start() {
        watchTime()
        guard let body = call.body else { return launch(.none) }
        if let ready = URLSessionLoader.ready(body, count: call.count) { return launch(ready) }
        let loader = URLSessionLoader(count: call.count) { [weak self] result in
            switch result {
            case .success(let payload): self?.launch(payload)
            case .failure(let error): self?.fail(error)
            }
        }
        let source = loader.source(of: body)
        let engine = lock.withLock {
            if !inbox.hasEnded { self.source = source }
            return self.engine
        }
        guard let engine else { return }
        engine.core.registerLoading(self)
        // Not on this thread, because reading a file or subscribing to a source may take a long time.
        DispatchQueue.global().async { source.open() }
    }

    private func launch(_ payload: URLSessionPayload) {
        let (engine, source) = lock.withLock {
            defer { self.source = nil }
            self.payload = payload
            isQueued = true
            return (self.engine, self.source)
        }
        source?.dispose()
        // URLSession does not report that an empty body was sent.
        if payload.isEmpty, call.body?.report != nil {
            enqueue(.progress(TransferProgress(completed: 0, total: call.count)))
        }
        engine?.core.start(self)
    }

    /// The payload for a task, or `nil` if the exchange has ended.
    var activePayload: URLSessionPayload? { lock.withLock { inbox.hasEnded ? nil : payload } }

    /// Sets the task, which has not been resumed.
    ///
    /// Returns `false` if the exchange has ended.
    func attach(_ task: URLSessionTask) -> Bool {
        let now = options.scheduler.now
        let isWanted = lock.withLock {
            isQueued = false
            guard !inbox.hasEnded else { return false }
            self.task = task
            sent = 0
            clock.phase = .connecting(since: now)
            return true
        }
        if isWanted { watchTime() }
        return isWanted
    }

    // MARK: End

    /// Cancels the exchange without an event, because the subscription was disposed.
    func cancel() {
        end { inbox in
            inbox.cancel()
            return false
        }
    }

    /// Fails the exchange immediately and discards pending events.
    func fail(_ error: TransportError) {
        end { $0.finish(error, discardingPending: true) }
    }

    /// Ends the exchange after the pending events.
    func finish(_ error: TransportError?) {
        end { $0.finish(error) }
    }

    private func end(_ change: (inout URLSessionInbox) -> Bool) {
        let (drains, engine, task, source, timer) = lock.withLock {
            let isActive = self.task != nil || self.source != nil || isQueued
            let drains = change(&inbox)
            defer {
                self.engine = nil
                self.task = nil
                self.source = nil
                self.timer = nil
                payload = nil
            }
            return (drains, isActive ? self.engine : nil, self.task, self.source, self.timer)
        }
        timer?.dispose()
        source?.dispose()
        // Asynchronously, because canceling a task blocks on URLSession's internal queue.
        engine?.core.cancel(self, task)
        if drains { drain() }
    }
}
