package import Rill
package import RillHTTP

/// A transport whose responses a closure returns, with the same identity as all others.
package struct ClosureTransport: Transport {
    package let identity = TransportIdentity(["closure"])
    private let respond: @Sendable (HTTPRequest, HTTPBody?) -> Observable<TransportEvent>

    package init(_ respond: @escaping @Sendable (HTTPRequest, HTTPBody?) -> Observable<TransportEvent>) {
        self.respond = respond
    }

    package func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> { respond(request, body) }
}
