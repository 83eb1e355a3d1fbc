import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTransportConformance
import Synchronization
import Testing

/// Runs the cases that check only responses with a cassette, first in recording and then in playback without a network.
@Suite(.disabledUnderThreadSanitizer("sequential requests")) struct CassetteConformanceTests {
    @Test(.enabled(if: hasTransport), arguments: TransportConformance.cases.filter(\.runsWithoutNetwork))
    func conforms(_ testCase: TransportConformance.Case) async throws {
        let folder = CassetteFolder()
        let recorded = Atomic(0)
        try await testCase.run { setup in
            let number = recorded.add(1, ordering: .relaxed).newValue
            return Rehosted { try cassette(folder, number, recording: realTransport(setup.options), as: $0) }
        }
        // Repeat the case in playback, without a network.
        let played = Atomic(0)
        try await testCase.run { _ in
            let number = played.add(1, ordering: .relaxed).newValue
            return Rehosted { try cassette(folder, number, recording: FailingTransport(), as: $0) }
        }
        #expect(recorded.load(ordering: .relaxed) == played.load(ordering: .relaxed))
    }

    /// Returns a transport that records or plays a separate file for each transport of a case.
    private func cassette(
        _ folder: CassetteFolder, _ number: Int, recording upstream: any Transport, as authority: String
    ) throws -> CassetteTransport {
        CassetteTransport(
            folder.url.appending(path: "\(number).har"), mode: .once,
            recording: Forwarded(authority: authority, upstream: upstream), redaction: .none)
    }

    private func realTransport(_ options: TransportOptions) -> any Transport {
        #if os(Linux)
            CurlTransport(options: options)
        #else
            makeDefaultTransport()
        #endif
    }
}

/// A transport that replaces the authority of every server with the same name, because the port differs between runs.
private final class Rehosted: Transport {
    static let authority = "server.example"

    private let inner = Mutex<(any Transport)?>(nil)
    private let makeInner: @Sendable (String) throws -> any Transport

    /// Creates a transport.
    ///
    /// `makeInner` receives the real authority when the first request is sent.
    init(_ makeInner: @escaping @Sendable (String) throws -> any Transport) {
        self.makeInner = makeInner
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [self] in
            let inner = try inner.withLock { inner in
                let made = try inner ?? makeInner(request.authority ?? "")
                inner = made
                return made
            }
            var request = request
            request.authority = Self.authority
            return inner.send(request, body: body)
        }
    }
}

/// A transport that restores the real authority of the server.
private struct Forwarded: Transport {
    let authority: String
    let upstream: any Transport

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        var request = request
        request.authority = authority
        return upstream.send(request, body: body)
    }
}
