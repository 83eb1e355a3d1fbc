internal import RillHTTPTypes

/// A request for one page, which returns the response head with the value.
struct PageRequest<Value: Sendable>: Sendable {
    struct Output: Sendable {
        let value: Value
        let head: HTTPResponse

        /// Returns a redactor for errors of the page.
        let makeRedactor: @Sendable () -> Redactor
    }

    /// The request that is sent.
    private(set) var endpoint: Endpoint<Output>

    /// The method and URL of the request for the first page.
    let first: HTTPRequest

    /// The method and URL of the request for the page.
    private(set) var target: HTTPRequest

    /// Creates a request for the page that a strategy selects.
    init(
        _ request: Endpoint<Value>, of client: Client,
        applying strategy: (inout HTTPRequest) throws -> Void = { _ in }
    ) {
        let parser = request.parser
        endpoint = request.replacingParser(
            with: ResponseParser(
                accept: parser.accept, isBodySecret: parser.isBodySecret, ignoresBody: parser.ignoresBody
            ) { head, body, decoder, makeRedactor in
                let value = try parser.read(head, body, decoder: decoder, redactor: makeRedactor)
                return Output(value: value, head: head, makeRedactor: makeRedactor)
            })
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
