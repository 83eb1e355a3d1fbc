import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Synchronization
import Testing

/// A cassette passes the cases that look at the answers alone: while it is recorded, and played with no network.
@Suite struct CassetteConformanceTests {
    @Test(.enabled(if: hasTransport), arguments: TransportConformance.cases.filter(\.isSimulable))
    func conforms(_ testCase: TransportConformance.Case) async throws {
        let folder = CassetteFolder()
        let recorded = Atomic(0)
        try await testCase.run { setup in
            let number = recorded.add(1, ordering: .relaxed).newValue
            return Rehosted { try cassette(folder, number, recording: realTransport(setup.options), as: $0) }
        }
        // The same case once more: nobody but the file answers.
        let played = Atomic(0)
        try await testCase.run { _ in
            let number = played.add(1, ordering: .relaxed).newValue
            return Rehosted { try cassette(folder, number, recording: Unreachable(), as: $0) }
        }
        #expect(recorded.load(ordering: .relaxed) == played.load(ordering: .relaxed))
    }

    /// Each transport of a case has a file of its own: it records if that is not there yet.
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

/// Gives every server the same name, as each run of a case has its server on another port.
private final class Rehosted: Transport {
    static let authority = "server.example"

    private let inner = Mutex<(any Transport)?>(nil)
    private let makeInner: @Sendable (String) throws -> any Transport

    /// `makeInner` is told the true name of the server, when the first request is sent.
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

/// Gives the server its true name back.
private struct Forwarded: Transport {
    let authority: String
    let upstream: any Transport

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        var request = request
        request.authority = authority
        return upstream.send(request, body: body)
    }
}
