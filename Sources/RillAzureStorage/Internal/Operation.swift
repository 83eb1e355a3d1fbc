internal import RillHTTP

/// A request to Azure Storage.
typealias Operation = Endpoint

extension Operation {
    init(
        _ method: HTTPRequest.Method, _ path: URLPath, _ query: QueryItems = [:], fields: HTTPFields = [:],
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions(), body: HTTPBody? = nil,
        parser: ResponseParser<Response> = ResponseParser<Void>.nothing
    ) {
        self.init(path, method: method, query: query, headerFields: fields, body: body, parser: parser)
        conditions.add(to: &headerFields)
        do throws(MetadataError) {
            try Metadata.add(metadata, to: &headerFields)
        } catch {
            validationError = error
        }
        if let reason = conditions.leaseID?.validationError { reject(reason) }
        for field in headerFields where !field.value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
            reject("\(field.name.rawName) must consist of printable ASCII characters. Percent-encode other characters")
        }
    }
}

extension ResponseParser {
    /// Returns a parser that reads a value from the response head and ignores the body.
    static func fromHead(_ read: @escaping @Sendable (HTTPResponse) throws -> Output) -> ResponseParser {
        ResponseParser<HTTPResponse>.head.map(read)
    }
}
