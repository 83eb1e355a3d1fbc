internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment of a running case: it creates servers and transports and checks expectations.
final class CaseContext: Sendable {
    /// The maximum duration of each wait in a case without progress of the body.
    ///
    /// Bound to the thread that runs the case.
    @TaskLocal static var limit = Duration.seconds(30)

    private let makeTransport: @Sendable (TransportConformance.Setup) throws -> any Transport
    private let limit: Duration
    private let servers = Monitor<[LoopbackServer]>([])
    private let handlers = Monitor<[LoopbackServer.Handler]>([])
    private let lateErrors = Monitor<[String]>([])

    init(
        limit: Duration, _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) {
        self.limit = limit
        self.makeTransport = makeTransport
    }

    // MARK: Servers and transports

    /// Starts a server that is stopped when the case ends.
    func serve(
        _ options: LoopbackServer.Options, _ handler: @escaping LoopbackServer.Handler
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(options: options, handler: handler)
        servers.update { $0.append(server) }
        handlers.update { $0.append(handler) }
        return server
    }

    /// Starts a proxy that is stopped when the case ends.
    func serveProxy(
        _ kind: LoopbackProxy.Kind = .http, tls: LoopbackServer.TLS? = nil,
        credentials: LoopbackProxy.Credentials? = nil,
        override: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response? = { _ in nil }
    ) throws -> LoopbackProxy {
        let proxy = try LoopbackProxy(kind, tls: tls, credentials: credentials, override: override)
        servers.update { $0.append(proxy.server) }
        return proxy
    }

    /// Starts a server with default options.
    func serve(_ handler: @escaping LoopbackServer.Handler) throws -> LoopbackServer {
        try serve(LoopbackServer.Options(), handler)
    }

    /// Creates a transport.
    ///
    /// Call this method after starting the server.
    func transport(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> any Transport {
        var options = TransportOptions()
        options.proxy = .none
        change(&options)
        let unserved: LoopbackServer.Handler = { _ in .status(.serviceUnavailable) }
        let handler = handlers.read { $0.last ?? unserved }
        return try makeTransport(TransportConformance.Setup(options: options, handler: handler))
    }

    // MARK: Expectations

    /// Throws unless a condition is true.
    func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
        guard isTrue else { throw CaseFailure("expected \(text())") }
    }

    /// Throws unless a value equals the expected one.
    func expect<Value: Equatable>(_ value: Value, is expected: Value, _ subject: String) throws {
        guard value != expected else { return }
        throw CaseFailure("expected \(subject) to be \(Self.short(expected)), got \(Self.short(value))")
    }

    /// Returns the description of a value, truncated to 300 characters.
    static func short(_ value: some Any) -> String {
        let text = "\(value)"
        return text.count > 300 ? "\(text.prefix(300))… (\(text.count) characters)" : text
    }

    /// Writes a line to standard error.
    static func printToStandardError(_ text: String) {
        var line = "Rill: \(text)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: Running

    /// Runs the body of a case on a dedicated thread and stops its servers afterward.
    func run(_ body: @escaping @Sendable (CaseContext) throws -> Void) async -> Result<Void, CaseFailure> {
        await withCheckedContinuation { continuation in
            do {
                try NativeThread.start { continuation.resume(returning: self.runWatched(body)) }.detach()
            } catch {
                continuation.resume(returning: .failure(CaseFailure("cannot start a thread: \(error)")))
            }
        }
    }

    private func runWatched(_ body: @escaping @Sendable (CaseContext) throws -> Void) -> Result<Void, CaseFailure> {
        let outcome = Monitor<Result<Void, CaseFailure>?>(nil)
        // This limit is exceeded if a call into the transport does not return, or if several waits are very long.
        let totalLimit = limit * 8
        do {
            try NativeThread.start {
                let result = self.runOnce(body)
                outcome.update { $0 = result }
            }.detach()
        } catch {
            return .failure(CaseFailure("cannot start a thread: \(error)"))
        }
        let stuck = CaseFailure(
            "timed out after \(totalLimit): the case did not end, or a call into the transport did not return")
        return outcome.wait(timeout: totalLimit) { $0 } ?? .failure(stuck)
    }

    private func runOnce(_ body: (CaseContext) throws -> Void) -> Result<Void, CaseFailure> {
        let late = lateErrors
        let recordLateError: UndeliveredErrors.Handler = { error in late.update { $0.append("\(error)") } }
        let result = UndeliveredErrors.withHandler(recordLateError) {
            Result { try Self.$limit.withValue(limit) { try body(self) } }
        }
        let all = servers.read { $0 }
        let serverText = all.map { server in server.record.read { $0.summary } }.joined(separator: "; ")
        for server in all { server.stop() }
        var failure: CaseFailure
        switch result {
        case .failure(let error as CaseFailure): failure = error
        case .failure(let error): failure = CaseFailure("unexpected error: \(error)")
        case .success:
            guard let error = late.read({ $0.first }) else { return .success(()) }
            failure = CaseFailure("expected no event after disposal, but the transport sent the error: \(error)")
        }
        failure.serverText = serverText
        return .failure(failure)
    }
}
