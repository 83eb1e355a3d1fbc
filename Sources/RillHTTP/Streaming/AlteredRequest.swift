internal import Foundation
internal import Rill

/// A request with other header fields, which accepts one more status.
struct AlteredRequest<Base: Request>: Request {
    typealias Response = Base.Response

    let base: Base

    /// Each name replaces the request's own fields of that name.
    var fields: HTTPFields

    /// Accepted beside those that the request accepts.
    var accepted: HTTPResponse.Status?

    var method: HTTPRequest.Method { base.method }
    var baseURL: String? { base.baseURL }
    var path: URLPath { base.path }
    var query: QueryItems { get throws { try base.query } }
    var body: HTTPBody? { get throws { try base.body } }
    var decoder: JSONDecoder? { base.decoder }
    var timeout: Duration? { base.timeout }
    var parser: ResponseParser<Base.Response> { base.parser }

    var headerFields: HTTPFields {
        var all = base.headerFields
        for field in fields { all[fields: field.name] = fields[fields: field.name] }
        return all
    }

    func accepts(_ status: HTTPResponse.Status) -> Bool { status == accepted || base.accepts(status) }
}
