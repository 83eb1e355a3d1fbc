internal import RillHTTP

/// A request to Azure Storage.
typealias Operation = Endpoint

extension Operation {
    init(
        _ method: HTTPRequest.Method, _ path: URLPath, _ query: QueryItems = [:], fields: HTTPFields = [:],
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions(), body: HTTPBody? = nil,
        parser: ResponseParser<Response>
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
