internal import Foundation
internal import RillHTTP

/// The playback, recording, or drift role of a cassette, which is determined when the first request is sent.
struct CassetteSession: Sendable {
    enum Role {
        case player(CassettePlayer)
        case drifting(CassettePlayer)
        case recorder(CassetteRecorder)
    }

    let file: CassetteFile
    let settings: CassetteSettings
    private let cachedRole = Monitor<Result<Role, TransportError>?>(nil)

    /// Returns the role, which is the same for all requests of a transport.
    ///
    /// If determining the role fails, all requests fail with the same error.
    func role() throws(TransportError) -> Role {
        // Concurrent callers wait until the first one has read the file.
        let (result, warning) = cachedRole.update { cachedRole in
            var warning: String?
            let result = cachedRole ?? Result { () throws(TransportError) in try decide(&warning) }
            cachedRole = result
            return (result, warning)
        }
        if let warning { settings.warn(warning) }
        return try result.get()
    }

    private func decide(_ warning: inout String?) throws(TransportError) -> Role {
        let mode = try settings.mode.get()
        if mode == .all || mode == .once && !file.exists {
            return .recorder(CassetteRecorder(file: file, replaces: mode == .all, settings: settings))
        }
        let entries = try file.load()
        if mode != .drift, let maximumAge = settings.maximumAge, let text = maximumAge.staleness(of: file, entries) {
            guard case .warn = maximumAge else { throw TransportError(.unavailable, .noRecordedResponse, text) }
            warning = text
        }
        let player = try CassettePlayer(file: file, entries: entries, settings: settings)
        return mode == .drift ? .drifting(player) : .player(player)
    }
}

/// The settings of a transport, shared by all of its cassettes.
struct CassetteSettings: Sendable {
    let mode: Result<CassetteTransport.Mode, TransportError>
    let scheduler: any Scheduler
    let matching: CassetteTransport.Matching
    let filter: SecretFilter
    let secrets: Monitor<SecretFilter>
    /// The filter for warnings and errors, which redacts secrets even if they are not redacted in cassettes.
    let messageFilter: SecretFilter
    /// The secrets that are redacted in warnings.
    let messageSecrets: Monitor<SecretFilter>
    let maximumAge: CassetteTransport.MaximumAge?
    /// A closure that receives warnings and is never called with a lock held.
    let warn: @Sendable (String) -> Void

    init(
        mode: Result<CassetteTransport.Mode, TransportError>, scheduler: any Scheduler = ImmediateScheduler.shared,
        redaction: CassetteTransport.Redaction = .default, matching: CassetteTransport.Matching = .default,
        maximumAge: CassetteTransport.MaximumAge? = nil, onWarning: (@Sendable (String) -> Void)? = nil
    ) {
        let maximumDuration = maximumAge?.duration ?? .zero
        precondition(
            maximumDuration >= .zero, "CassetteTransport: maximumAge must not be negative, got \(maximumDuration)")
        self.mode = mode
        self.scheduler = scheduler
        self.matching = matching
        self.maximumAge = maximumAge
        warn = onWarning ?? { FileHandle.standardError.write(Data("Rill: \($0)\n".utf8)) }
        filter = SecretFilter(redaction)
        secrets = Monitor(filter)
        messageFilter = filter.isOn ? filter : SecretFilter(.default)
        messageSecrets = filter.isOn ? secrets : Monitor(messageFilter)
    }
}
