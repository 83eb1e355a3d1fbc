internal import RillHTTPTesting

/// A request body whose chunks are supplied by a case.
///
/// Records each subscription.
final class ManualBody: Sendable {
    private struct State: Sendable {
        var observers: [Observer<[UInt8]>] = []
        var disposals = 0
        var sent = 0
    }

    private let state = Monitor(State())

    /// Returns the body.
    ///
    /// The number of sent bytes is recorded.
    func body(count: Int? = nil) -> HTTPBody {
        let chunks = Observable<[UInt8]>.create { [state] observer in
            state.update { $0.observers.append(observer) }
            return Disposable { state.update { $0.disposals += 1 } }
        }
        return HTTPBody.stream(chunks, count: count).onProgress { [state] progress in
            state.update { $0.sent = progress.completed }
        }
    }

    /// Waits until the transport subscribes, and returns the most recent subscriber.
    func observer() throws -> Observer<[UInt8]> {
        let observer = state.wait(timeout: CaseContext.limit) { $0.observers.last }
        guard let observer else { throw CaseFailure("expected the transport to subscribe to the body") }
        return observer
    }

    /// Waits until the transport has read the given number of bytes.
    func waitForSending(_ count: Int) throws {
        try state.wait(for: "the transport to read \(count) bytes of the body") { $0.sent >= count }
    }

    /// Waits until every subscription has been disposed or has ended.
    func waitForDisposal() throws {
        try state.wait(for: "the transport to dispose of its subscription to the body") {
            $0.disposals >= $0.observers.count
        }
    }
}

/// Bodies that consist of the server's pattern.
extension LoopbackServer {
    /// Returns a body with the given number of bytes.
    static func patternBody(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        Pattern.forEachPiece(byteCount: count) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
