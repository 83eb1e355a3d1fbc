internal import Rill
internal import RillHTTP

/// What a cassette does, play or record: decided when the first request is sent.
final class CassetteSession: @unchecked Sendable {  // `decided` is guarded by `lock`
    enum Role {
        case player(CassettePlayer)
        case recorder(CassetteRecorder)
    }

    private let file: CassetteFile
    private let mode: Result<CassetteTransport.Mode, TransportError>
    private let scheduler: any Scheduler
    private let filter: SecretFilter
    private let matching: CassetteTransport.Matching
    private let lock = Lock()
    private var decided: Result<Role, TransportError>?

    init(
        file: CassetteFile, mode: Result<CassetteTransport.Mode, TransportError>, scheduler: any Scheduler,
        filter: SecretFilter, matching: CassetteTransport.Matching
    ) {
        self.file = file
        self.mode = mode
        self.scheduler = scheduler
        self.filter = filter
        self.matching = matching
    }

    /// The part to play; the same for all requests of a transport, and if it fails it fails for all.
    func role() throws(TransportError) -> Role {
        // Whoever comes second waits until the first has read the file.
        let result = lock.withLock {
            let result = decided ?? Result { () throws(TransportError) in try decide() }
            decided = result
            return result
        }
        return try result.get()
    }

    private func decide() throws(TransportError) -> Role {
        let mode = try mode.get()
        if mode == .all || mode == .once && !file.exists {
            return .recorder(
                CassetteRecorder(file: file, replaces: mode == .all, scheduler: scheduler, filter: filter))
        }
        return .player(
            try CassettePlayer(
                file: file, entries: file.load(), scheduler: scheduler, filter: filter, matching: matching))
    }
}
