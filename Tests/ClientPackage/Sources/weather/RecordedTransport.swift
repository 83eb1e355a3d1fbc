import Foundation
import RillHTTP

/// A transport that responds with recorded responses, and reports a resend and metrics.
struct RecordedTransport: Transport {
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let delegate = request.transportDelegate
            delegate?.willResend(after: TransportError(.closedEarly))
            var metrics = TransportMetrics()
            metrics.firstByte = .milliseconds(5)
            metrics.isConnectionReused = true
            delegate?.didMeasure(metrics)
            return .from(try Self.response(to: request))
        }
    }

    private static func response(to request: HTTPRequest) throws -> [TransportEvent] {
        func json(_ text: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]) -> [TransportEvent] {
            var fields = fields
            fields[.contentType] = "application/json"
            return [.head(HTTPResponse(status: status, headerFields: fields)), .chunk(Array(text.utf8))]
        }
        guard request.headerFields[.authorization]?.hasPrefix("Weather ") == true else {
            return json(
                #"{"problem":"the request is not signed"}"#, status: .unauthorized,
                fields: [.wwwAuthenticate: #"Weather nonce="1""#])
        }
        switch request.path {
        case "/stations/Tokyo": return json(#"{"station":"Tokyo","degrees":21}"#)
        case "/stations/Kyoto" where request.transportDelegate?.attempt == 1:
            return json("{}", status: .serviceUnavailable, fields: [.retryAfter: "0"])
        case "/stations/Kyoto": return json(#"{"station":"Kyoto","degrees":19}"#)
        case "/reports":
            return json(
                #"[{"station":"Tokyo","degrees":21},{"station":"Osaka","degrees":21}]"#,
                fields: [.link: #"</reports?page=2>; rel="next""#])
        case "/reports?page=2": return json(#"[{"station":"Kyoto","degrees":19}]"#)
        default: return json(#"{"problem":"no such station"}"#, status: .notFound)
        }
    }
}
