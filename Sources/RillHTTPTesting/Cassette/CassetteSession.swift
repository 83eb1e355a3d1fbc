internal import Rill
internal import RillHTTP

/// The role of a cassette, which is determined when the first request is sent.
final class CassetteSession: @unchecked Sendable {  // `cachedRole` is guarded by `lock`
    enum Role {
        case player(CassettePlayer)
        case recorder(CassetteRecorder)
    }

    private let file: CassetteFile
    private let settings: CassetteSettings
    private let lock = Lock()
    private var cachedRole: Result<Role, TransportError>?

    init(file: CassetteFile, settings: CassetteSettings) {
        self.file = file
        self.settings = settings
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
        let mode = try settings.mode.get()
        if mode == .all || mode == .once && !file.exists {
            return .recorder(CassetteRecorder(file: file, replaces: mode == .all, settings: settings))
        }
        return .player(try CassettePlayer(file: file, entries: file.load(), settings: settings))
    }
}

/// The settings of a transport, which all of its cassettes share.
struct CassetteSettings: Sendable {
    let mode: Result<CassetteTransport.Mode, TransportError>
    let scheduler: any Scheduler
    let matching: CassetteTransport.Matching
    let filter: SecretFilter
    let secrets: SecretStore

    init(
        mode: Result<CassetteTransport.Mode, TransportError>, scheduler: any Scheduler,
        redaction: CassetteTransport.Redaction, matching: CassetteTransport.Matching
    ) {
        self.mode = mode
        self.scheduler = scheduler
        self.matching = matching
        filter = SecretFilter(redaction)
        secrets = SecretStore(filter)
    }
}
