internal import Dispatch
internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

/// One exchange: stands between what URLSession tells and the subscriber it is for.
final class URLSessionExchange: @unchecked Sendable {  // `lock` guards the variables; nobody is called under it
    /// More than this never waits for a reader: on Linux the server cannot be held back.
    static let bufferLimit = 16 << 20

    /// What is sent.
    let call: URLSessionCall

    let options: TransportOptions
    let observer: Observer<TransportEvent>
    let onRepeat: @Sendable (TransportError) -> Void

    let lock = Lock()
    var engine: URLSessionEngine?  // while the exchange runs, so that a transport may be let go meanwhile
    var inbox = URLSessionInbox()
    var clock: URLSessionClock
    var timer: Disposable?
    var nextCheck: Duration?
    private var source: HeldSource<[UInt8]>?
    var payload: URLSessionPayload?
    var task: URLSessionTask?
    var isQueued = false  // for a task that it does not have yet
    var head: HTTPResponse?
    var received = 0
    var sent = 0
    var retries = URLSessionRetries()
    var headSize = URLSessionHeadSize()

    init(
        _ call: URLSessionCall, _ observer: Observer<TransportEvent>, _ options: TransportOptions,
        on engine: URLSessionEngine, _ onRepeat: @escaping @Sendable (TransportError) -> Void
    ) {
        self.call = call
        self.options = options
        self.observer = observer
        self.onRepeat = onRepeat
        self.engine = engine
        clock = URLSessionClock(options, startedAt: options.totalTimeout == nil ? .zero : options.scheduler.now)
    }

    /// Whether nobody waits for what the exchange brings.
    var isOver: Bool { lock.withLock { inbox.hasEnded } }

    // MARK: Begin

    /// Gets the body ready, then asks for a connection.
    func begin() {
        watchTime()
        if let ready = URLSessionLoader.ready(call.body, count: call.count) { return launch(ready) }
        guard let body = call.body else { return }
        let loader = URLSessionLoader(count: call.count) { [weak self] in self?.take($0) }
        let source = loader.source(of: body)
        let engine = lock.withLock {
            if !inbox.hasEnded { self.source = source }
            return self.engine
        }
        guard let engine else { return }
        engine.core.noteLoading(self)
        // Not here: to read a file takes a while, and a source may be slow to start.
        DispatchQueue.global().async { source.open() }
    }

    private func take(_ result: Result<URLSessionPayload, TransportError>) {
        switch result {
        case .success(let payload): launch(payload)
        case .failure(let error): fail(error)
        }
    }

    private func launch(_ payload: URLSessionPayload) {
        let (engine, source) = lock.withLock {
            defer { self.source = nil }
            self.payload = payload
            isQueued = true
            return (self.engine, self.source)
        }
        source?.dispose()
        engine?.core.start(self)
    }

    /// What a task is made for; nil if it is no longer wanted.
    var material: URLSessionPayload? { lock.withLock { inbox.hasEnded ? nil : payload } }

    /// Notes the task, which has not been resumed yet; returns false if it is no longer wanted.
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

    /// The subscriber has gone.
    func cancel() {
        end { inbox in
            inbox.abandon()
            return false
        }
    }

    /// Ends the exchange at once, and drops what waits.
    func fail(_ error: TransportError) {
        end { $0.finish(error, atOnce: true) }
    }

    /// Ends the exchange behind what waits; the task is over, or is given up.
    func finish(_ error: TransportError?) {
        end { $0.finish(error) }
    }

    private func end(_ change: (inout URLSessionInbox) -> Bool) {
        let (drains, engine, task, source, timer) = lock.withLock {
            let isAfoot = self.task != nil || self.source != nil || isQueued
            let drains = change(&inbox)
            defer {
                self.engine = nil
                self.task = nil
                self.source = nil
                self.timer = nil
                payload = nil
            }
            return (drains, isAfoot ? self.engine : nil, self.task, self.source, self.timer)
        }
        timer?.dispose()
        source?.dispose()
        // Never here: it waits for URLSession's queue.
        engine?.core.giveUp(self, task)
        if drains { drain() }
    }
}
