// A request ID that travels from the subscriber to the request, without an additional parameter.
import RillHTTPTesting

enum RequestIDKey: StreamContextKey {
    static let defaultValue: String? = nil
}

extension StreamContext {
    var requestID: String? {
        get { self[RequestIDKey.self] }
        set { self[RequestIDKey.self] = newValue }
    }
}

struct SendsRequestID: Middleware {
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        var request = request
        request.headerFields["X-Request-ID"] = next.context.requestID
        return next(request, body)
    }
}

let server = try LoopbackServer { request in .text("request \(request.fields["X-Request-ID"] ?? "without ID")") }
let client = Client(baseURL: server.baseURL, middleware: [SendsRequestID()])

func report() -> Observable<String> { client.send(Endpoint<String>("/report", parser: .text)) }

print(try await report().firstValue())
for id in ["r-1", "r-2"] {
    print(try await report().context(\.requestID, id).firstValue())
}
server.stop()
