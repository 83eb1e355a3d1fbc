import Rill
import RillHTTP

/// A stub of the service, which adds its version to each response except the HTML pages of proxies.
struct ServiceTransport: Transport {
    let stub: any Transport

    var identity: TransportIdentity { stub.identity }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        stub.send(request, body: body).map { event in
            guard case .head(var head) = event, head.headerFields[.contentType] != "text/html" else { return event }
            head.headerFields[HTTPField.Name(literal: "x-ms-version")] = "2021-08-06"
            return .head(head)
        }
    }
}

extension Transport {
    /// The stub with the version of the service in its responses.
    var asService: ServiceTransport { ServiceTransport(stub: self) }
}
