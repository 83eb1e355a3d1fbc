import RillHTTP
import RillHTTPTestSupport

/// Returns the text that `dump` writes for a value.
func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}

/// Returns a client whose delays and timeouts use a scheduler.
func makeClient(
    _ transport: any Transport, _ scheduler: any Scheduler, timeout: Duration? = nil, middleware: [any Middleware] = []
) -> Client {
    var client = makeClient(transport, middleware: middleware)
    client.scheduler = scheduler
    client.timeout = timeout
    return client
}

extension APIError {
    /// The code of the transport error that underlies the error.
    var transportCode: TransportError.Code? { (underlying as? TransportError)?.code }
}

extension ExchangeMetrics {
    /// The result of the exchange as text.
    var outcome: String {
        switch result {
        case .success: "success"
        case .failure(let error): "failure: \(error)"
        case nil: "disposed"
        }
    }
}
