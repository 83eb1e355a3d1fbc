internal import Rill
internal import RillHTTP

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a case works with: servers, transports, and a few words to say what is expected.
final class Bench: Sendable {
    /// How long a case waits for anything, at most; bound for the thread that the case runs on.
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

    // MARK: Parts

    /// Starts a server, which is stopped when the case ends.
    func serve(
        _ options: LoopbackServer.Options, _ handler: @escaping LoopbackServer.Handler
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(options: options, handler: handler)
        servers.update { $0.append(server) }
        handlers.update { $0.append(handler) }
        return server
    }

    /// Starts a server with the default options.
    func serve(_ handler: @escaping LoopbackServer.Handler) throws -> LoopbackServer {
        try serve(LoopbackServer.Options(), handler)
    }

    /// Makes a transport; to be called when the server runs.
    func transport(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> any Transport {
        var options = TransportOptions()
        options.proxy = .none
        change(&options)
        let unserved: LoopbackServer.Handler = { _ in .status(.serviceUnavailable) }
        let handler = handlers.read { $0.last ?? unserved }
        return try makeTransport(TransportConformance.Setup(options: options, handler: handler))
    }

    // MARK: Expectations

    /// Throws unless something is as it should be.
    func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
        guard isTrue else { throw Fault("expected \(text())") }
    }

    /// Throws unless a value is the right one.
    func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
        guard value != expected else { return }
        throw Fault("expected \(what) to be \(Self.short(expected)), but it is \(Self.short(value))")
    }

    /// A value's text, cut where it is long.
    static func short(_ value: some Any) -> String {
        let text = "\(value)"
        return text.count > 300 ? "\(text.prefix(300))… (\(text.count) characters)" : text
    }

    /// Writes a line on standard error.
    static func note(_ text: String) {
        var line = "Rill: \(text)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: Running

    /// Runs the body of a case on a thread of its own, and clears up behind it.
    func run(_ body: @escaping @Sendable (Bench) throws -> Void) async -> Result<Void, Fault> {
        await withCheckedContinuation { continuation in
            do {
                try NativeThread.start { continuation.resume(returning: self.runWatched(body)) }.detach()
            } catch {
                continuation.resume(returning: .failure(Fault("no thread could be started: \(error)")))
            }
        }
    }

    private func runWatched(_ body: @escaping @Sendable (Bench) throws -> Void) -> Result<Void, Fault> {
        let outcome = Monitor<Result<Void, Fault>?>(nil)
        // Only a case that is stuck inside the transport takes as long as this.
        let wholeLimit = limit * 8
        do {
            try NativeThread.start {
                let result = self.runOnce(body)
                outcome.update { $0 = result }
            }.detach()
        } catch {
            return .failure(Fault("no thread could be started: \(error)"))
        }
        let stuck = Fault("the case did not end within \(wholeLimit): a call into the transport hangs")
        return outcome.wait(timeout: wholeLimit) { $0 } ?? .failure(stuck)
    }

    private func runOnce(_ body: (Bench) throws -> Void) -> Result<Void, Fault> {
        let late = lateErrors
        let takeLateError: UndeliveredErrors.Handler = { error in late.update { $0.append("\(error)") } }
        let result = UndeliveredErrors.withHandler(takeLateError) {
            Result { try Self.$limit.withValue(limit) { try body(self) } }
        }
        let all = servers.read { $0 }
        let serverText = all.map { server in server.record.read { $0.summary } }.joined(separator: "; ")
        for server in all { server.stop() }
        var fault: Fault
        switch result {
        case .failure(let error as Fault): fault = error
        case .failure(let error): fault = Fault("the case threw \(error)")
        case .success:
            guard let error = late.read({ $0.first }) else { return .success(()) }
            fault = Fault("expected nothing after a disposal, but the transport sent the error \(error)")
        }
        fault.serverText = serverText
        return .failure(fault)
    }
}
