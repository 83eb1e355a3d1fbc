import Rill
import RillHTTP
import RillTestSupport

/// The default transport, with a closure that can alter responses.
struct AlteringTransport: Transport {
    /// A closure that receives a request, the number of earlier requests with the same method, query, and range, and
    /// the response, and returns the altered response.
    typealias Alteration =
        @Sendable (HTTPRequest, Int, Observable<TransportEvent>) -> Observable<TransportEvent>

    let base: any Transport = makeDefaultTransport()

    /// The names of all requests, in order.
    let log = Log<String>()

    let alter: Alteration

    init(_ alter: @escaping Alteration = { _, _, response in response }) {
        self.alter = alter
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let name = Self.name(of: request)
            let earlier = log.append(name).count { $0 == name } - 1
            return alter(request, earlier, base.send(request, body: body))
        }
    }

    /// Returns the method, the query, and the range: `GET bytes=0-99`, `PUT comp=block&blockid=…`.
    private static func name(of request: HTTPRequest) -> String {
        let query = request.path?.split(separator: "?").dropFirst().first ?? ""
        return [request.method.rawValue, String(query), request.headerFields[.range] ?? ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
