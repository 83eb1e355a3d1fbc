#if os(Linux)
    internal import Foundation
    internal import RillHTTPTypes
    internal import Synchronization

    /// The loops of a transport.
    ///
    /// The first loop runs all exchanges until many run concurrently.
    ///
    /// An exchange stays on its loop, and loops cannot share connections. The first loop therefore runs all exchanges
    /// that may share connections: HTTPS, unless all responses over HTTPS have used HTTP/1, and all exchanges if
    /// connections are limited.
    final class CurlLoops: Sendable {
        /// The number of exchanges on the first loop above which other loops are used.
        private static let threshold = 8

        /// The maximum number of loops.
        ///
        /// Also limited by the number of processors.
        private static let maximum = 4

        let all: [CurlLoop]

        /// The HTTP versions of the responses over HTTPS.
        private enum SecureVersion: UInt8, AtomicRepresentable {
            /// No response has been received.
            case unknown
            case http1
            /// At least one response used HTTP/2 or later.
            case http2
        }

        private let secureVersion = Atomic(SecureVersion.unknown)

        /// The loop for exchanges that must not use HTTP/2 until many run concurrently, or `nil` if one loop must run all
        /// exchanges.
        ///
        /// libcurl stops sharing an HTTP/2 connection with other exchanges if the same loop has a connection over HTTP/1 to
        /// the same server.
        private let separate: CurlLoop?

        /// Creates the loops without starting their threads.
        init(options: TransportOptions) {
            let isShared =
                options.maximumConnections != nil || options.maximumConnectionsPerHost != nil
                || options.httpVersion == .http2
            let count = isShared ? 1 : min(ProcessInfo.processInfo.activeProcessorCount, Self.maximum)
            all = (0..<count).map { _ in CurlLoop(options: options) }
            separate = isShared || options.httpVersion != .automatic ? nil : CurlLoop(options: options)
        }

        /// Selects the loop for an exchange.
        ///
        /// The caller must call `release()` on it exactly once.
        func assignLoop(for request: CurlRequest) -> CurlLoop {
            let mayUseHTTP2 = request.isSecure && secureVersion.load(ordering: .relaxed) != .http1
            let separate = mayUseHTTP2 && request.requiresHTTP1 ? separate : nil
            var loop = separate ?? all[0]
            if loop.count.load(ordering: .relaxed) >= Self.threshold, separate != nil || !mayUseHTTP2 {
                for other in all.dropFirst()
                where other.count.load(ordering: .relaxed) < loop.count.load(ordering: .relaxed) { loop = other }
            }
            if loop !== all[0], (try? loop.open()) == nil { loop = all[0] }
            loop.count.add(1, ordering: .relaxed)
            return loop
        }

        /// Records whether a response over HTTPS used HTTP/1, whose exchanges cannot share a connection.
        func noteResponse(to request: CurlRequest, isHTTP1: Bool) {
            guard request.isSecure, !request.requiresHTTP1 else { return }
            if isHTTP1 {
                _ = secureVersion.compareExchange(expected: .unknown, desired: .http1, ordering: .relaxed)
            } else {
                secureVersion.store(.http2, ordering: .relaxed)
            }
        }

        /// Fails all exchanges as aborted, closes all connections and ends the threads.
        ///
        /// Returns without waiting.
        func shutDown() {
            for loop in all { loop.shutDown() }
            separate?.shutDown()
        }
    }
#endif
