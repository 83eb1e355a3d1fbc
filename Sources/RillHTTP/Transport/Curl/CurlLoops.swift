#if os(Linux)
    internal import Foundation
    internal import Synchronization

    /// The loops of a transport: the first runs what there is, and the others help when many exchanges run at once.
    ///
    /// An exchange stays on its loop, whose connections no other loop can use. So the first runs all that is to share
    /// connections: what may be HTTP/2, and everything where connections are limited or cookies kept.
    final class CurlLoops: Sendable {
        /// How many exchanges the first loop runs before another one begins.
        private static let threshold = 8

        /// How many loops there are at most; nor are there more than processors.
        private static let maximum = 4

        /// A loop, and how many exchanges run on it.
        final class Place: Sendable {
            fileprivate let loop: CurlLoop
            let count = Atomic(0)

            fileprivate init(_ loop: CurlLoop) {
                self.loop = loop
            }

            func start(_ transfer: CurlTransfer) throws(CurlFailure) {
                try loop.start(transfer)
            }

            /// The exchange that has entered has ended.
            func leave() {
                count.subtract(1, ordering: .relaxed)
            }
        }

        let places: [Place]

        /// Makes the loops; none opens anything yet.
        init(options: TransportOptions) {
            let isShared =
                options.keepsCookies || options.maximumConnections != nil || options.maximumConnectionsPerHost != nil
                || options.httpVersion == .http2
            let count = isShared ? 1 : min(ProcessInfo.processInfo.activeProcessorCount, Self.maximum)
            places = (0..<count).map { _ in Place(CurlLoop(options: options)) }
        }

        /// Finds a place for one more exchange, which has to leave it again, once.
        func enter(for request: CurlRequest) -> Place {
            var place = places[0]
            var count = place.count.load(ordering: .relaxed)
            if count >= Self.threshold, !request.isSecure {
                for other in places.dropFirst() {
                    let otherCount = other.count.load(ordering: .relaxed)
                    if otherCount < count { (place, count) = (other, otherCount) }
                }
            }
            place.count.add(1, ordering: .relaxed)
            return place
        }

        /// Ends all exchanges as aborted, closes all connections and ends the threads; does not wait for that.
        func shutDown() {
            for place in places { place.loop.shutDown() }
        }
    }
#endif
