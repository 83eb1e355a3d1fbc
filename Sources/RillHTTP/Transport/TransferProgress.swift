public import Rill

/// How far a body has got.
public struct TransferProgress: Sendable, Hashable {
    /// How many bytes have gone by; begins anew where a body has to be sent once more.
    public var completed: Int

    /// How many there are in all; nil where nobody has said so.
    public var total: Int?

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - completed: How many bytes have gone by.
    ///   - total: How many there are in all; nil where nobody has said so.
    public init(completed: Int, total: Int?) {
        self.completed = completed
        self.total = total
    }

    /// The part that has gone by, 0 to 1; nil where the total is not known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
    }
}

extension ObservableConvertible<TransportEvent> {
    /// Tells how far the answer's body has got: once with the head, then with each chunk, before that is passed on.
    ///
    /// The total is the head's `Content-Length`; it is not known where the body is chunked or compressed.
    ///
    /// - Parameter report: Told where the transport delivers.
    /// - Returns: The same events.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Observable<TransportEvent> {
        let initial = (event: TransportEvent?.none, progress: TransferProgress(completed: 0, total: nil))
        return scan(into: initial) { state, event in
            switch event {
            case .head(let head):
                let isEncoded = head.headerFields.contains(.contentEncoding)
                let total = isEncoded ? nil : head.headerFields[.contentLength].flatMap { Int($0) }
                state.progress = TransferProgress(completed: 0, total: total)
            case .chunk(let bytes):
                state.progress.completed += bytes.count
            }
            report(state.progress)
            state.event = event
        }
        .compactMap(\.event)
    }
}
