public import Foundation
public import Rill
public import RillHTTP

/// A transport that plays exchanges from a file, and records them into it when told to.
///
///     let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes/tags.har")
///     let client = Client(baseURL: "https://qiita.com/api/v2", transport: CassetteTransport(file))
///
///     REPLAY_RECORD_MODE=once swift test     // records the cassettes that do not exist
///     swift test                             // plays them, without a network
///
/// The file is in the format HAR 1.2, which browsers and proxies export and many tools show. ``Mode`` says whether it is
/// played or recorded, ``Matching`` which of its entries answers a request, ``Redaction`` what does not get into it.
///
/// Played, an answer parks while its subscriber is paused, and comes at once, in the pieces in which it was recorded.
/// With a scheduler of virtual time the pieces come when they came. A failure that was recorded fails again.
///
/// Recorded, an exchange passes through as it is, paused and all, and its body is kept in memory beside. When it is
/// complete it is put into the file, before the subscriber hears that it is complete. Failures of the network are recorded,
/// too; an exchange that is disposed is not, and neither is one that could not be sent. The file is always whole: it is
/// replaced at once. Many exchanges may run at a time. While it is recorded, a file belongs to one transport; any number may
/// play it.
public final class CassetteTransport: Transport {
    private let session: CassetteSession
    private let upstream: any Transport

    /// Creates a transport in the mode that the environment says; it plays unless that says otherwise.
    ///
    /// The file is not touched before a request is sent.
    ///
    /// - Parameters:
    ///   - file: The cassette, by custom with the extension `har`.
    ///   - upstream: Who answers what is recorded; not used otherwise.
    ///   - scheduler: On whose clock the pieces of an answer are recorded and played. The default plays them at once, and
    ///     records them on the system's clock.
    ///   - redaction: What does not get into the file.
    ///   - matching: Which entry answers a request.
    public convenience init(
        _ file: URL, recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default
    ) {
        self.init(
            file, in: Mode.read(from: ProcessInfo.processInfo.environment), recording: upstream, scheduler: scheduler,
            redaction: redaction, matching: matching)
    }

    /// Creates a transport in a mode, whatever the environment says.
    ///
    /// The file is not touched before a request is sent.
    ///
    /// - Parameters:
    ///   - file: The cassette, by custom with the extension `har`.
    ///   - mode: Whether to play or to record.
    ///   - upstream: Who answers what is recorded; not used otherwise.
    ///   - scheduler: On whose clock the pieces of an answer are recorded and played. The default plays them at once, and
    ///     records them on the system's clock.
    ///   - redaction: What does not get into the file.
    ///   - matching: Which entry answers a request.
    public convenience init(
        _ file: URL, mode: Mode, recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default
    ) {
        self.init(
            file, in: .success(mode), recording: upstream, scheduler: scheduler, redaction: redaction,
            matching: matching)
    }

    /// Creates a transport in the mode that an environment says.
    package convenience init(_ file: URL, environment: [String: String], recording upstream: any Transport) {
        self.init(
            file, in: Mode.read(from: environment), recording: upstream, scheduler: ImmediateScheduler.shared,
            redaction: .default, matching: .default)
    }

    private init(
        _ file: URL, in mode: Result<Mode, TransportError>, recording upstream: any Transport,
        scheduler: any Scheduler, redaction: Redaction, matching: Matching
    ) {
        self.upstream = upstream
        session = CassetteSession(
            file: CassetteFile(url: file), mode: mode, scheduler: scheduler, filter: SecretFilter(redaction),
            matching: matching)
    }

    /// Answers a request from the file, or passes it on and records the answer.
    ///
    /// ## Errors
    /// A failure that was recorded. ``RillHTTP/TransportError/Code/unavailable`` if no entry answers the request, with the
    /// nearest one and what differs, and if the file is missing or cannot be read, with the place and what to do. When
    /// recording, the errors of the transport that answers, and ``RillHTTP/TransportError/Code/other`` if the file cannot
    /// be written.
    ///
    /// - Parameters:
    ///   - request: Whom to ask for what.
    ///   - body: What to send after the head; nil for none.
    /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed. Each subscription is an
    ///   exchange of its own.
    /// - Complexity: Recording writes the whole file once for each exchange; playing compares with each entry.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        HTTPBody.inMemory(body) { [session, upstream] body in
            let message = HAR.Request(request, url: try request.checkedURL(), body: body)
            switch try session.role() {
            case .player(let player):
                body?.reportAll()
                return try player.play(message)
            case .recorder(let recorder): return recorder.record(message, from: upstream.send(request, body: body))
            }
        }
    }
}
