internal import RillHTTPTypes

/// A request with modified header fields and an additional accepted status.
struct ModifiedRequest<Base: Request>: RequestWrapper {
    typealias Response = Base.Response

    let base: Base

    /// The fields that replace the base request's fields with the same names.
    var fields: HTTPFields

    /// A status that is accepted in addition to the ones that the base request accepts.
    var accepted: HTTPResponse.Status?

    var parser: ResponseParser<Base.Response> { base.parser }

    var headerFields: HTTPFields {
        var all = base.headerFields
        for field in fields { all[fields: field.name] = fields[fields: field.name] }
        return all
    }

    func accepts(_ status: HTTPResponse.Status) -> Bool { status == accepted || base.accepts(status) }
}
