internal import RillHTTP

/// Records exchanges and writes them to the cassette file.
final class CassetteRecorder: @unchecked Sendable {  // the variables are guarded by `lock`
    private let file: CassetteFile

    /// Whether the recorder may replace a file that already exists when it writes for the first time.
    private let replaces: Bool

    let clock: any Scheduler
    private let secrets: Monitor<SecretFilter>
    private let lock = Lock()
    private var count = 0

    /// The entries written so far, already encoded, in the order of their requests.
    private var entries: [(number: Int, data: [UInt8])] = []

    init(file: CassetteFile, replaces: Bool, settings: CassetteSettings) {
        self.file = file
        self.replaces = replaces
        // The time of the immediate scheduler never advances, so it cannot measure durations.
        clock = settings.scheduler is ImmediateScheduler ? CurrentThreadScheduler.shared : settings.scheduler
        secrets = settings.secrets
    }

    /// Returns an exchange that is recorded as its events pass through.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, whose upload is also recorded.
    ///   - send: A closure that sends the request with the body.
    func record(
        _ request: HAR.Request, _ body: HTTPBody?, _ send: (HTTPBody?) -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        let number = nextNumber()
        let exchange = RecordedExchange(request, clock: clock)
        let recorded = body?.onProgress { exchange.record($0) }
        return send(recorded).do(
            onNext: { exchange.record($0) },
            onError: { [self] in try save(exchange.end($0), number) },
            onCompleted: { [self] in try save(exchange.end(), number) },
            onDispose: { [self] in saveAfterDisposal(exchange.end(isCancelled: true), number) })
    }

    /// Returns the number of a new exchange.
    func nextNumber() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }

    /// Writes an entry whose subscriber can no longer receive an error.
    func saveAfterDisposal(_ entry: HAR.Entry?, _ number: Int) {
        do {
            try save(entry, number)
        } catch {
            // Subscribing without an error handler reports the error to `UndeliveredErrors`.
            _ = Observable<Never>.error(error).subscribe()
        }
    }

    private func save(_ entry: HAR.Entry?, _ number: Int) throws {
        guard let entry else { return }
        // A secret found in one exchange is redacted in all later exchanges.
        let data = try CassetteFile.encode(secrets.filter(learningFrom: entry).clean(entry))
        // No external code runs with the lock held. Exchanges that complete concurrently wait for the file to be
        // written.
        try lock.withLock {
            if entries.isEmpty, !replaces, file.exists { throw file.conflict }
            entries.insert((number, data), at: entries.firstIndex { $0.number > number } ?? entries.endIndex)
            try file.write(entries.map(\.data))
        }
    }
}
