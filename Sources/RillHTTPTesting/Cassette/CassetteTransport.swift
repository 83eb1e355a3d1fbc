public import Foundation
public import Rill
public import RillHTTP

/// A transport that records exchanges to a file and plays them back.
///
///     let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes/tags.har")
///     let client = Client(baseURL: "https://qiita.com/api/v2", transport: CassetteTransport(file))
///
///     REPLAY_RECORD_MODE=once swift test     // records the cassettes that do not exist
///     swift test                             // plays them, without a network
///
/// Cassettes use the HAR 1.2 format, which browsers and proxies export and many tools display. ``Mode`` determines
/// whether the file is played or recorded, ``Matching`` which entry matches a request, and ``Redaction`` which secrets
/// are omitted.
///
/// In playback, a response arrives immediately, in the recorded chunks. With a virtual-time scheduler, each chunk
/// arrives at its recorded time. Playback pauses while its subscriber is paused. Recorded failures fail again.
///
/// In recording, events pass through unchanged, including back-pressure, and a copy of the body is kept in memory. The
/// exchange is written to the file before the subscriber receives the completion. Network failures are recorded as
/// well. Disposed exchanges and requests that could not be sent are not recorded, except for streams. The file is
/// replaced atomically. Exchanges may run concurrently, but only one transport may record a file at a time. Any number
/// of transports may play it.
///
/// A stream of Server-Sent Events, NDJSON, or JSON text sequences can be endless. It is recorded until its subscriber
/// disposes it, and is written to the file then. In playback, it does not end either: after the last recorded chunk,
/// it stays open. If the file cannot be written, ``/Rill/UndeliveredErrors`` receives the error.
public final class CassetteTransport: Transport {
    private let session: CassetteSession
    private let upstream: any Transport

    /// Creates a transport in the mode specified by the environment.
    ///
    /// Defaults to playback.
    ///
    /// The file is not accessed until the first request is sent.
    ///
    /// - Parameters:
    ///   - file: The cassette, conventionally with the extension `har`.
    ///   - upstream: The transport used for recording. Unused in playback. Defaults to the default transport.
    ///   - scheduler: The scheduler that determines the recorded times and the playback times. The default plays
    ///     responses immediately and records with the system clock.
    ///   - redaction: The rule for redacting secrets. Defaults to `Redaction.default`.
    ///   - matching: The rule for matching requests with entries. Defaults to `Matching.default`.
    public convenience init(
        _ file: URL, recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default
    ) {
        self.init(
            file, in: Mode.read(from: ProcessInfo.processInfo.environment), recording: upstream, scheduler: scheduler,
            redaction: redaction, matching: matching)
    }

    /// Creates a transport in a given mode, ignoring the environment.
    ///
    /// The file is not accessed until the first request is sent.
    ///
    /// - Parameters:
    ///   - file: The cassette, conventionally with the extension `har`.
    ///   - mode: The mode.
    ///   - upstream: The transport used for recording. Unused in playback. Defaults to the default transport.
    ///   - scheduler: The scheduler that determines the recorded times and the playback times. The default plays
    ///     responses immediately and records with the system clock.
    ///   - redaction: The rule for redacting secrets. Defaults to `Redaction.default`.
    ///   - matching: The rule for matching requests with entries. Defaults to `Matching.default`.
    public convenience init(
        _ file: URL, mode: Mode, recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default
    ) {
        self.init(
            file, in: .success(mode), recording: upstream, scheduler: scheduler, redaction: redaction,
            matching: matching)
    }

    /// Creates a transport in the mode specified by the given environment.
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

    /// Plays the matching entry, or sends the request upstream and records the exchange.
    ///
    /// ## Errors
    /// In playback: the recorded failure, or ``/RillHTTP/TransportError/Code/unavailable`` if no entry matches or the
    /// file is missing or invalid. The message names the closest entry and its differences, or the invalid part of the
    /// file, and suggests a solution. In recording: the errors of the upstream transport, or
    /// ``/RillHTTP/TransportError/Code/other`` if the file cannot be written.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil`.
    /// - Returns: A cold observable that emits one response head, then any number of chunks, and completes. Each
    ///   subscription is a separate exchange.
    /// - Complexity: Recording rewrites the whole file after each exchange. Playback compares the request with each
    ///   entry.
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
