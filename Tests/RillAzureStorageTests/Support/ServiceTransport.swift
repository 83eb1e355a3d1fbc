import Rill
import RillHTTP

/// A stub of the service, which adds a request ID to each response except the HTML pages of proxies.
struct ServiceTransport: Transport {
    let stub: any Transport

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        stub.send(request, body: body).map { event in
            guard case .head(var head) = event, head.headerFields[.contentType] != "text/html" else { return event }
            head.headerFields[HTTPField.Name(literal: "x-ms-request-id")] = "1"
            return .head(head)
        }
    }
}

extension Transport {
    /// The stub with request IDs, as the service sends them.
    var asService: ServiceTransport { ServiceTransport(stub: self) }
}
