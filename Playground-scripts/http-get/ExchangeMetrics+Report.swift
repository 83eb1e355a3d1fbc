import Foundation
import RillHTTP
import RillScript

/// The phases of an exchange as a table or as a line of JSON.
extension ExchangeMetrics {
    /// A table for each attempt, or `nil` if no attempt was measured.
    var tables: String? {
        let tables = attempts.enumerated().compactMap { index, attempt in
            attempt.metrics.map { measured in
                (attempts.count > 1 ? ["attempt \(index + 1)"] : []) + lines(of: measured)
            }
        }
        return tables.isEmpty ? nil : tables.joined().joined(separator: "\n")
    }

    private func lines(of metrics: TransportMetrics) -> [String] {
        let times = metrics.phases + [("total", metrics.total)]
        let texts = times.map { $0.duration?.latencyText ?? "-" }
        let width = texts.map(\.count).max() ?? 0
        return zip(times, texts).map { time, text in
            "    " + time.name.padding(toLength: 16, withPad: " ", startingAt: 0) + text.rightAligned(to: width)
        } + [
            "    \(metrics.connectionText)",
            "    \(metrics.sentBytes.byteText) sent, \(metrics.receivedBytes.byteText) received, "
                + "\(metrics.decodedBytes.byteText) decoded",
        ]
    }

    /// The line of JSON.
    ///
    /// All times are in seconds.
    var json: String {
        get throws { try JSONOutput.line(of: Record(self)) }
    }
}

/// The JSON form of an exchange.
///
/// Values that are not known are omitted.
private struct Record: Encodable {
    struct Attempt: Encodable {
        let start: Double
        let status: Int?
        let failure: String?
        let phases: [String: Double]?
        let total: Double?
        let isConnectionReused: Bool?
        let httpVersion: String?
        let tlsVersion: String?
        let remoteAddress: String?
        let remotePort: Int?
        let sentBytes: Int?
        let receivedBytes: Int?
        let decodedBytes: Int?

        init(_ attempt: APIError.Attempt) {
            let metrics = attempt.metrics
            start = attempt.start.seconds
            status = attempt.status?.code
            failure = attempt.failure?.description
            phases = metrics.map { metrics in
                Dictionary(
                    uniqueKeysWithValues: metrics.phases.compactMap { phase in
                        phase.duration.map { (phase.name, $0.seconds) }
                    })
            }
            total = metrics?.total.seconds
            isConnectionReused = metrics?.isConnectionReused
            httpVersion = metrics?.httpVersion
            tlsVersion = metrics?.tlsVersion
            remoteAddress = metrics?.remoteAddress
            remotePort = metrics?.remotePort
            sentBytes = metrics?.sentBytes
            receivedBytes = metrics?.receivedBytes
            decodedBytes = metrics?.decodedBytes
        }
    }

    let method: String
    let url: String
    let status: Int?
    let total: Double
    let attempts: [Attempt]

    init(_ metrics: ExchangeMetrics) {
        method = metrics.method.rawValue
        url = metrics.url
        status = metrics.status?.code
        total = metrics.end.seconds
        attempts = metrics.attempts.map { Attempt($0) }
    }
}

extension TransportMetrics {
    /// The connection in one line, such as `HTTP/1.1, TLS 1.3, 127.0.0.1 port 8080, new connection`.
    fileprivate var connectionText: String {
        let parts = [
            httpVersion.map { "HTTP/\($0)" }, tlsVersion.map { "TLS \($0)" },
            remoteAddress.map { "\($0) port \(remotePort ?? 0)" },
            isConnectionReused.map { $0 ? "reused connection" : "new connection" } ?? "no connection",
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}
