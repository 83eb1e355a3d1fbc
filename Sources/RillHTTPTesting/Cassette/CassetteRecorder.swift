internal import Rill
internal import RillHTTP

/// Writes down what passes, and puts it into the file.
final class CassetteRecorder: @unchecked Sendable {  // the variables are guarded by `lock`
    private let file: CassetteFile

    /// Whether there may be a file before the first exchange is complete.
    private let replaces: Bool

    private let clock: any Scheduler
    private let lock = Lock()
    private var filter: SecretFilter
    private var count = 0

    /// What the file holds: encoded, so that nothing is encoded twice, and in the order in which the requests were sent.
    private var entries: [(number: Int, data: [UInt8])] = []

    init(file: CassetteFile, replaces: Bool, scheduler: any Scheduler, filter: SecretFilter) {
        self.file = file
        self.replaces = replaces
        // A scheduler that lets no time pass cannot tell how much has passed.
        clock = scheduler is ImmediateScheduler ? CurrentThreadScheduler.shared : scheduler
        self.filter = filter
    }

    /// The exchange, which writes itself down as it passes.
    func record(_ request: HAR.Request, from source: Observable<TransportEvent>) -> Observable<TransportEvent> {
        let number = lock.withLock {
            count += 1
            return count
        }
        let exchange = RecordedExchange(request, clock: clock)
        return source.do(
            onNext: { exchange.take($0) },
            onError: { [self] in try keep(exchange.entry(endingWith: $0), number) },
            onCompleted: { [self] in try keep(exchange.entry(endingWith: nil), number) })
    }

    private func keep(_ raw: HAR.Entry?, _ number: Int) throws {
        guard var entry = raw else { return }
        // What one exchange tells to be secret is secret in those after it.
        let filter = lock.withLock {
            self.filter.learn(from: entry.request)
            self.filter.learn(from: entry.response)
            return self.filter
        }
        entry.request = filter.clean(entry.request)
        entry.response = filter.clean(entry.response)
        let data = try CassetteFile.encode(entry)
        // Nobody is called here; whoever is complete meanwhile waits for the disk.
        try lock.withLock {
            if entries.isEmpty, !replaces, file.exists { throw file.conflict }
            entries.insert((number, data), at: entries.firstIndex { $0.number > number } ?? entries.endIndex)
            try file.write(entries.map(\.data))
        }
    }
}
