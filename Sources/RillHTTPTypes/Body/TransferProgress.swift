public import Rill

/// The progress of an upload or download.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes transferred.
    ///
    /// Restarts at 0 when a body is sent again.
    public var completed: Int

    /// The total number of bytes, or `nil` if unknown.
    public var total: Int?

    /// Creates a progress value.
    ///
    /// - Parameters:
    ///   - completed: The number of bytes transferred.
    ///   - total: The total number of bytes, or `nil` if unknown.
    public init(completed: Int, total: Int?) {
        self.completed = completed
        self.total = total
    }

    /// The completed fraction, from 0 to 1, or `nil` if the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
    }
}

extension ObservableConvertible<TransportEvent> {
    /// Reports the download progress of the response body.
    ///
    /// The total is the `Content-Length` of the response, or `nil` if the body is chunked or compressed.
    ///
    /// - Parameter report: A closure that is called with the head and with each chunk, before the event is forwarded,
    ///   on the thread that delivers the event.
    /// - Returns: An observable of the same events.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Observable<TransportEvent> {
        let initial = (event: TransportEvent?.none, progress: TransferProgress(completed: 0, total: nil))
        return scan(into: initial) { state, event in
            switch event {
            case .head(let head): state.progress = TransferProgress(completed: 0, total: head.declaredLength)
            case .chunk(let bytes): state.progress.completed += bytes.count
            }
            report(state.progress)
            state.event = event
        }
        .compactMap(\.event)
    }
}
