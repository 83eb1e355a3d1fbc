#if canImport(Darwin)
    internal import Foundation
    internal import RillHTTPTypes

    extension TransportMetrics {
        /// Creates the metrics of an attempt from the metrics of a task.
        ///
        /// - Parameters:
        ///   - transaction: The metrics of the last request of the task.
        ///   - start: The time at which the task was created.
        init(_ transaction: URLSessionTaskTransactionMetrics, startedAt start: Date) {
            self.init()
            let isReused = transaction.isReusedConnection
            let begin = isReused ? transaction.requestStartDate : transaction.domainLookupStartDate
            let connected = transaction.secureConnectionStartDate ?? transaction.connectEndDate
            queue = Self.time(start, begin ?? transaction.connectStartDate)
            if !isReused {
                nameResolution = Self.time(transaction.domainLookupStartDate, transaction.connectStartDate)
                connect = Self.time(transaction.connectStartDate, connected)
                tls = Self.time(transaction.secureConnectionStartDate, transaction.requestStartDate)
            }
            request = Self.time(transaction.requestStartDate, transaction.requestEndDate)
            firstByte = Self.time(transaction.requestEndDate, transaction.responseStartDate)
            transfer = Self.time(transaction.responseStartDate, transaction.responseEndDate)
            if transaction.requestStartDate != nil { isConnectionReused = isReused }
            httpVersion = Self.httpVersion(transaction.networkProtocolName)
            tlsVersion = Self.tlsVersion(transaction.negotiatedTLSProtocolVersion)
            remoteAddress = transaction.remoteAddress
            // A number in Apple's SDK, but a string in Foundation for Linux, with which this branch is type-checked.
            remotePort = transaction.remotePort.flatMap { Int("\($0)") }
            sentBytes = Int(
                transaction.countOfRequestHeaderBytesSent + transaction.countOfRequestBodyBytesSent)
            receivedBytes = Int(
                transaction.countOfResponseHeaderBytesReceived + transaction.countOfResponseBodyBytesReceived)
            decodedBytes = Int(transaction.countOfResponseBodyBytesAfterDecoding)
        }

        private static func time(_ start: Date?, _ end: Date?) -> Duration? {
            guard let start, let end else { return nil }
            return .seconds(max(0, end.timeIntervalSince(start)))
        }

        /// Returns the version for an ALPN protocol name, such as `h2`.
        private static func httpVersion(_ name: String?) -> String? {
            switch name {
            case "http/1.0": "1.0"
            case "http/1.1": "1.1"
            case "h2": "2"
            case "h3": "3"
            default: nil
            }
        }

        private static func tlsVersion(_ version: tls_protocol_version_t?) -> String? {
            switch version {
            case .TLSv12: "1.2"
            case .TLSv13: "1.3"
            default: nil
            }
        }
    }
#endif
