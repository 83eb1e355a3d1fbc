internal import Rill
internal import RillHTTP

/// A request's body that a case feeds piece by piece; each reading is told.
final class FedBody: Sendable {
    private struct State: Sendable {
        var readers: [Observer<[UInt8]>] = []
        var disposals = 0
        var sent = 0
    }

    private let state = Monitor(State())

    /// The pieces.
    var chunks: Observable<[UInt8]> {
        .create { [state] reader in
            state.update { $0.readers.append(reader) }
            return Disposable { state.update { $0.disposals += 1 } }
        }
    }

    /// The body; how many of its bytes were taken to be sent can be waited for.
    func body(count: Int? = nil) -> HTTPBody {
        HTTPBody.stream(chunks, count: count).onProgress { [state] progress in
            state.update { $0.sent = progress.completed }
        }
    }

    /// Waits until the transport reads, and returns the newest reader.
    func reader() throws -> Observer<[UInt8]> {
        let reader = state.wait(timeout: Bench.limit) { $0.readers.last }
        guard let reader else { throw Fault("expected the transport to subscribe to the body") }
        return reader
    }

    /// Waits until the transport has taken so many bytes to send.
    func waitForSending(_ count: Int) throws {
        let isSent = state.wait(timeout: Bench.limit) { $0.sent >= count ? true : nil } ?? false
        guard isSent else { throw Fault("expected the transport to take \(count) bytes of the body") }
    }

    /// Waits until the readings have been given up, or have ended.
    func waitForDisposal() throws {
        let isDisposed = state.wait(timeout: Bench.limit) { $0.disposals >= $0.readers.count ? true : nil } ?? false
        guard isDisposed else { throw Fault("expected the transport to dispose its subscription to the body") }
    }
}

/// The bytes of the server's pattern.
extension LoopbackServer {
    /// A large body in memory.
    static func patternBody(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        Pattern.forEachPiece(byteCount: count) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
