internal import Rill
internal import RillHTTP

/// The role of a cassette, which is determined when the first request is sent.
final class CassetteSession: @unchecked Sendable {  // `cachedRole` is guarded by `lock`
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
    private var cachedRole: Result<Role, TransportError>?

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

    /// Returns the role, which is the same for all requests of a transport.
    ///
    /// A failure also applies to all requests.
    func role() throws(TransportError) -> Role {
        // Concurrent callers wait until the first one has read the file.
        let result = lock.withLock {
            let result = cachedRole ?? Result { () throws(TransportError) in try decide() }
            cachedRole = result
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
