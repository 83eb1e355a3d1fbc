internal import RillHTTPTypes

/// A request for one page that replaces the URL of the base request and returns the response head with the value.
struct PageRequest<Base: Request>: RequestWrapper {
    struct Output: Sendable {
        let value: Base.Response
        let head: HTTPResponse

        /// Returns a redactor for errors of the page.
        let makeRedactor: @Sendable () -> Redactor
    }

    typealias Response = Output

    let base: Base

    /// The URL of the page, or `nil` for the URL of the base request.
    var target: HTTPRequest?

    /// The reason the strategy rejected the cursor, or `nil` if it is valid.
    var cursorError: (any Error)?

    var baseURL: String? { target.map { "\($0.scheme ?? "")://\($0.authority ?? "")" } ?? base.baseURL }

    var path: URLPath {
        let path = base.path
        // An invalid path stays invalid, so that the client rejects the request.
        guard let target, path.invalidReason == nil else { return path }
        return URLPath(encoded: target.path ?? "")
    }

    var query: QueryItems {
        get throws {
            let query = try base.query
            return target == nil ? query : [:]
        }
    }

    func validate() throws {
        if let cursorError { throw cursorError }
        try base.validate()
    }

    var parser: ResponseParser<Output> {
        let parser = base.parser
        return ResponseParser(
            accept: parser.accept, isBodySecret: parser.isBodySecret, ignoresBody: parser.ignoresBody
        ) {
            head, body, decoder, makeRedactor in
            let value = try parser.read(head, body, decoder: decoder, redactor: makeRedactor)
            return Output(value: value, head: head, makeRedactor: makeRedactor)
        }
    }
}
