internal import Foundation
internal import Rill

/// A request at another address, with the head of its answer beside the value.
struct PageRequest<Base: Request>: Request {
    struct Answer: Sendable {
        let value: Base.Response
        let head: HTTPResponse
    }

    typealias Response = Answer

    let base: Base

    /// Where the page is; nil for the request's own address.
    var address: HTTPRequest?

    /// Why the page cannot be asked for; nil if it can.
    var flaw: (any Error)?

    var baseURL: String? { address.map { "\($0.scheme ?? "")://\($0.authority ?? "")" } ?? base.baseURL }

    var path: URLPath {
        let path = base.path
        // A path that must not be sent stays one.
        guard let address, path.flaw == nil else { return path }
        return URLPath(encoded: address.path ?? "")
    }

    var query: QueryItems {
        get throws {
            if let flaw { throw flaw }
            let query = try base.query
            return address == nil ? query : [:]
        }
    }

    var method: HTTPRequest.Method { base.method }
    var headerFields: HTTPFields { base.headerFields }
    var body: HTTPBody? { get throws { try base.body } }
    var decoder: JSONDecoder? { base.decoder }
    var timeout: Duration? { base.timeout }

    func accepts(_ status: HTTPResponse.Status) -> Bool { base.accepts(status) }

    var parser: ResponseParser<Answer> {
        base.parser.withHead.map { Answer(value: $0.value, head: $0.head) }
    }
}
