public import Foundation
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
/// arrives at its recorded time. Recorded failures are reproduced. Recording from a real server and drift need a
/// real-time scheduler, because the time of a virtual-time scheduler passes before the server responds.
///
/// Playback sends no events while its subscriber is paused. Events that are due during the pause follow in order when
/// the subscriber resumes. A paused exchange takes no more memory than its recording. The progress of an upload is
/// reported at its recorded times. If the length of the sent body differs from the recorded length, the same fractions
/// are reported. A body that was uploaded in one step is reported when the request is sent.
///
/// In recording, events pass through unchanged, including back-pressure, and a copy of the body is kept in memory. The
/// body of a request is read completely before it is sent, so a body that waits for the response cannot be recorded. The
/// exchange is written to the file before the subscriber receives the completion. Network failures are recorded as
/// well. Requests that could not be sent, and exchanges that are disposed before their response head, are not recorded.
/// The file is replaced atomically. Exchanges may run concurrently, but only one transport may record a file at a time.
/// Any number of transports may play it.
///
/// An exchange that is disposed after its response head is written to the file then, with the part of the body that has
/// arrived. Examples are a response that a middleware replaces, such as a redirect, and a stream of Server-Sent Events,
/// NDJSON, or JSON text sequences, which can be endless. In playback, such a stream stays open after the last recorded
/// chunk; any other response fails there, if its subscriber has not disposed it. If the file cannot be written,
/// ``/Rill/UndeliveredErrors`` receives the error.
///
/// In drift mode, the transport sends each request, and warns if the structure of the response differs from the
/// recorded one.
///
/// A test can use several cassettes, one for each service:
///
///     CassetteTransport(["https://auth.example": login, "https://api.example/v2": tags])
public final class CassetteTransport: Transport {
    /// An identity of this transport, because another cassette can contain the responses to another user.
    public let identity = TransportIdentity.unique()

    /// The cassettes, each with the base URL of its requests, or `nil` for all requests.
    private let cassettes: [(url: String?, session: CassetteSession)]
    private let settings: CassetteSettings
    private let upstream: any Transport

    /// Creates a transport with one cassette.
    ///
    /// The file is not accessed until the first request is sent.
    ///
    /// - Parameters:
    ///   - file: The cassette, conventionally with the extension `har`.
    ///   - mode: The mode. Defaults to `Mode.environment`, which is playback unless the environment specifies another.
    ///   - upstream: The transport used for recording and for drift. Unused in playback. Defaults to the default
    ///     transport.
    ///   - scheduler: The scheduler that determines the recorded times and the playback times. The default plays
    ///     responses immediately and records with the system clock.
    ///   - redaction: The rule for redacting secrets. Defaults to `Redaction.default`.
    ///   - matching: The rule for matching requests with entries. Defaults to `Matching.default`.
    ///   - maximumAge: The maximum age of a recording in playback. Must not be negative. Defaults to `nil`, which means
    ///     no limit.
    ///   - onWarning: A closure that receives warnings about stale recordings and about drift, without secrets. Called
    ///     on the thread that sends the request or delivers the response, possibly concurrently. Defaults to `nil`,
    ///     which writes the warnings to standard error.
    public convenience init(
        _ file: URL, mode: Mode = .environment, recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default, maximumAge: MaximumAge? = nil,
        onWarning: (@Sendable (String) -> Void)? = nil
    ) {
        let settings = CassetteSettings(
            mode: mode.resolved(), scheduler: scheduler, redaction: redaction, matching: matching,
            maximumAge: maximumAge, onWarning: onWarning)
        self.init([(nil, file)], settings, recording: upstream)
    }

    /// Creates a transport with several cassettes, each for the requests to a URL.
    ///
    ///     CassetteTransport(["https://auth.example": login, "https://api.example/v2": tags])
    ///
    /// A request belongs to the first cassette whose URL has the same origin and whose path is a prefix of the path of
    /// the request. All cassettes use the same mode: with ``Mode/once``, existing cassettes are played, and missing
    /// ones are recorded. A secret found in one exchange is redacted in this and all later exchanges of any cassette.
    ///
    /// A file is not accessed until the first request that belongs to it is sent.
    ///
    /// - Parameters:
    ///   - files: The cassettes with the URLs of their requests.
    ///   - mode: The mode. Defaults to `Mode.environment`, which is playback unless the environment specifies another.
    ///   - upstream: The transport used for recording and for drift. Unused in playback. Defaults to the default
    ///     transport.
    ///   - scheduler: The scheduler that determines the recorded times and the playback times. The default plays
    ///     responses immediately and records with the system clock.
    ///   - redaction: The rule for redacting secrets. Defaults to `Redaction.default`.
    ///   - matching: The rule for matching requests with entries. Defaults to `Matching.default`.
    ///   - maximumAge: The maximum age of a recording in playback. Must not be negative. Defaults to `nil`, which means
    ///     no limit.
    ///   - onWarning: A closure that receives warnings about stale recordings and about drift, without secrets. Called
    ///     on the thread that sends the request or delivers the response, possibly concurrently. Defaults to `nil`,
    ///     which writes the warnings to standard error.
    public convenience init(
        _ files: KeyValuePairs<String, URL>, mode: Mode = .environment,
        recording upstream: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ImmediateScheduler.shared, redaction: Redaction = .default,
        matching: Matching = .default, maximumAge: MaximumAge? = nil,
        onWarning: (@Sendable (String) -> Void)? = nil
    ) {
        let settings = CassetteSettings(
            mode: mode.resolved(), scheduler: scheduler, redaction: redaction, matching: matching,
            maximumAge: maximumAge, onWarning: onWarning)
        self.init(files.map { ($0.key, $0.value) }, settings, recording: upstream)
    }

    /// Creates a transport in the mode specified by the given environment.
    package convenience init(_ file: URL, environment: [String: String], recording upstream: any Transport) {
        self.init([(nil, file)], CassetteSettings(mode: Mode.read(from: environment)), recording: upstream)
    }

    private init(
        _ files: [(url: String?, file: URL)], _ settings: CassetteSettings, recording upstream: any Transport
    ) {
        self.settings = settings
        self.upstream = upstream
        // Several URLs can share a file, but only one session may record it.
        var sessions: [String: CassetteSession] = [:]
        cassettes = files.map { url, file in
            let file = CassetteFile(url: file)
            let session = sessions[file.location] ?? CassetteSession(file: file, settings: settings)
            sessions[file.location] = session
            return (url, session)
        }
    }

    /// Plays the matching entry, or sends the request upstream and records the exchange.
    ///
    /// A request body that ``/RillMiddleware/RequestCompression`` has compressed is recorded and compared uncompressed.
    ///
    /// ## Errors
    /// In playback: the recorded failure, or ``/RillHTTP/TransportError/Code/unavailable`` if no entry matches or the
    /// file is missing, stale, or invalid. The message names the closest entry and its differences, or the invalid part
    /// of the file, and suggests a solution. In recording: the errors of the upstream transport, or
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
        let sendUpstream: @Sendable (HTTPBody?) -> Observable<TransportEvent> = { [upstream] body in
            // In HAR files, bodies are decoded.
            upstream.send(request, body: body).decodingContent(of: request)
        }
        let protocols = request.headerFields.elements(of: .upgrade)
        if !protocols.isEmpty {
            guard protocols.contains(where: { $0.lowercased() == "websocket" }) else {
                let text = "a cassette cannot record or play the protocol \"\(protocols[0])\", only WebSocket"
                return .error(TransportError(.invalidRequest, text))
            }
            return sendWebSocket(request, body, over: upstream)
        }
        return HTTPBody.inMemory(body) { [self] body in
            let message = HAR.Request(request, url: try request.checkedURL(), body: body)
            switch try session(for: message).role() {
            case .player(let player): return try player.play(message, body)
            case .drifting(let player): return try player.playComparing(message, with: sendUpstream(body))
            case .recorder(let recorder): return recorder.record(message, body, sendUpstream)
            }
        }
    }

    /// Returns the session of the first cassette that a request belongs to.
    func session(for request: HAR.Request) throws(TransportError) -> CassetteSession {
        let key = RequestKey(method: request.method, url: request.url)
        if let cassette = cassettes.first(where: { $0.url.map { key.isBelow(RequestKey(url: $0)) } ?? true }) {
            return cassette.session
        }
        let redactor = settings.messageFilter.learned(from: request).redactor
        let urls = cassettes.compactMap { $0.url.map(redactor.url) }.joined(separator: ", ")
        let text = "no cassette for \(request.method) \(redactor.url(request.url))"
        throw TransportError(
            .unavailable, .noRecordedResponse,
            "\(text): the cassettes contain requests to \(urls). Add a cassette for its URL")
    }
}
