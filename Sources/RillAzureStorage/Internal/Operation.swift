internal import RillHTTP

/// A request to Azure Storage.
struct Operation<Response: Sendable>: Request {
    var method: HTTPRequest.Method
    var path: URLPath
    var query: QueryItems
    var headerFields: HTTPFields
    var body: HTTPBody?
    var parser: ResponseParser<Response>

    var isIdempotent: Bool?

    /// The error that prevents the request from being sent.
    var validationError: (any Error)?

    init(
        _ method: HTTPRequest.Method, _ path: URLPath, _ query: QueryItems = [:], fields: HTTPFields = [:],
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions(), body: HTTPBody? = nil,
        parser: ResponseParser<Response>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.parser = parser
        headerFields = fields
        conditions.add(to: &headerFields)
        do throws(MetadataError) {
            try Metadata.add(metadata, to: &headerFields)
        } catch {
            validationError = error
        }
        if let reason = conditions.leaseID?.validationError { reject(reason) }
    }

    func validate() throws {
        if let validationError { throw validationError }
    }
}

extension Operation<Void> {
    init(
        _ method: HTTPRequest.Method, _ path: URLPath, _ query: QueryItems = [:], fields: HTTPFields = [:],
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions(), body: HTTPBody? = nil
    ) {
        self.init(
            method, path, query, fields: fields, metadata: metadata, conditions: conditions, body: body,
            parser: .nothing)
    }
}
