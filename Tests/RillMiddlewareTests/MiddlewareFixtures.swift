import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// A test bench for a middleware and its transport, without a client.
struct MiddlewareBench<Ware: Middleware>: Sendable {
    let ware: Ware
    let transport: StubTransport

    init(_ ware: Ware, _ transport: StubTransport) {
        self.ware = ware
        self.transport = transport
    }

    /// Sends a request through the middleware.
    func send(_ request: HTTPRequest, body: HTTPBody? = nil, attempt: Int = 1) -> Observable<TransportEvent> {
        .deferred {
            try ware.intercept(
                request, body: body,
                next: Next(attempt: attempt) { request, body, _ in transport.send(request, body: body) })
        }
    }

    /// Sends a request through the middleware and records its events.
    func record(_ request: HTTPRequest, body: HTTPBody? = nil, attempt: Int = 1) -> RecordedExchange {
        RecordedExchange(send(request, body: body, attempt: attempt))
    }
}

/// A test bench for a cache and the transport whose responses it stores, without a client.
struct CacheBench: Sendable {
    let cache: ResponseCache
    let transport: StubTransport
    private let cached: any Transport

    init(_ cache: ResponseCache, _ transport: StubTransport) {
        self.cache = cache
        self.transport = transport
        // Each bench represents a process with the same transport.
        cached = ClosureTransport { transport.send($0, body: $1) }.caching(in: cache)
    }

    /// Sends a request through the cache.
    func send(_ request: HTTPRequest, body: HTTPBody? = nil) -> Observable<TransportEvent> {
        cached.send(request, body: body)
    }

    /// Sends a request through the cache and records its events.
    func record(_ request: HTTPRequest, body: HTTPBody? = nil) -> RecordedExchange {
        RecordedExchange(send(request, body: body))
    }
}

/// The recorded events of an exchange.
struct RecordedExchange: Sendable {
    private let recorder: Recorder<TransportEvent>
    private let subscription: Disposable

    init(_ source: Observable<TransportEvent>) {
        (recorder, subscription) = source.record()
    }

    var events: [Event<TransportEvent>] { recorder.events }

    func dispose() { subscription.dispose() }

    var heads: [HTTPResponse] {
        recorder.values.compactMap { if case .head(let head) = $0 { head } else { nil } }
    }

    var head: HTTPResponse? { heads.first }

    var status: Int? { head?.status.code }

    var chunks: [[UInt8]] {
        recorder.values.compactMap { if case .chunk(let bytes) = $0 { bytes } else { nil } }
    }

    var text: String { String(decoding: chunks.flatMap { $0 }, as: UTF8.self) }

    var isCompleted: Bool { recorder.isCompleted }

    var error: (any Error)? { recorder.error }

    /// The status and the body of a completed exchange with one head, or `nil`.
    var response: String? { isCompleted && heads.count == 1 ? "\(heads[0].status.code) \(text)" : nil }
}

/// Expects that nothing that a closure creates is open, and optionally that no ended subscription is retained.
func expectNoLeaks(
    checksRetained: Bool = true, sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) rethrows {
    let ledger = Ledger()
    try ledger.watch(work)
    #expect(ledger.leakReport == nil, sourceLocation: sourceLocation)
    if checksRetained { #expect(ledger.retained.isEmpty, sourceLocation: sourceLocation) }
}
