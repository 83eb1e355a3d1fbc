import Foundation
import RillHTTP
import RillHTTPTestSupport
import RillTesting
import Testing

/// A streamed request body is upstream of the response, so it sees the context of the request.
@Suite struct StreamedBodyContextTests {
    private struct PassThrough: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body)
        }
    }

    @Test(arguments: [true, false]) func streamReadsTheContext(hasMiddleware: Bool) {
        let transport = ClosureTransport { _, body in
            (body?.chunks ?? .empty()).map { .chunk($0) }.startWith(.head(HTTPResponse(status: .ok)))
        }
        let client = Client(
            baseURL: "http://test", transport: transport, middleware: hasMiddleware ? [PassThrough()] : [])
        let body = HTTPBody.stream(.withContext { .just(Array($0.user.utf8)) })
        let response = client.send(Endpoint("/", method: .post, body: body, parser: .data))
        #expect(Recorder(response.context(\.user, "alice")).values == [Data("alice".utf8)])
    }
}

private enum UserKey: StreamContextKey {
    static let defaultValue = "nobody"
}

extension StreamContext {
    fileprivate var user: String {
        get { self[UserKey.self] }
        set { self[UserKey.self] = newValue }
    }
}
