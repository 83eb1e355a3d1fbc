internal import RillHTTPTypes

/// A request for one page.
struct PageRequest<Value: Sendable>: Sendable {
    /// The request that is sent.
    private(set) var endpoint: Endpoint<Value>

    /// The method and URL of the request for the first page.
    let first: HTTPRequest

    /// The method and URL of the request for the page.
    private(set) var target: HTTPRequest

    /// Creates a request for the page that a strategy selects.
    init(
        _ request: Endpoint<Value>, of client: Client,
        applying strategy: (inout HTTPRequest) throws -> Void = { _ in }
    ) {
        endpoint = request
        first = client.target(of: request)
        target = first
        do {
            try strategy(&target)
        } catch {
            endpoint.validationError = error
        }
        // An invalid path stays invalid, so that the client rejects the request.
        if target != first, endpoint.path.invalidReason == nil { endpoint.setTarget(target) }
    }
}
