internal import RillHTTP

/// The structural differences between a recorded response and the response of the server: in the status, in the names
/// of the header fields, and in the shape of a JSON body.
///
/// Values are not compared.
struct ResponseDrift {
    let recorded: HAR.Response
    let received: HAR.Response
    /// A closure that returns a name from a response as it appears in a difference.
    let name: (String) -> String

    /// The differences, for example `header field Link: recorded, not received`.
    var differences: [String] {
        let outcomes = (Self.outcome(of: recorded), Self.outcome(of: received))
        guard outcomes.0 == outcomes.1 else {
            // If the statuses differ, the header fields and bodies are not comparable.
            return ["status: recorded \(outcomes.0), received \(outcomes.1)"]
        }
        return fieldDifferences + bodyDifferences
    }

    /// Returns the status code and the error code of a response, without the text of the error.
    private static func outcome(of response: HAR.Response) -> String {
        let status = response.status == 0 ? "no response" : "\(response.status)"
        return status + (response.error.map { " (\(TransportError(recorded: $0).code))" } ?? "")
    }

    // MARK: Header fields

    /// The header fields that depend on the connection, the time, or the encoding of the body.
    private static let ignoredNames: Set<String> = [
        "age", "alt-svc", "connection", "content-encoding", "content-length", "date", "keep-alive", "server-timing",
        "trailer", "transfer-encoding", "via",
    ]

    private var fieldDifferences: [String] {
        let recordedNames = Self.names(of: recorded)
        let receivedNames = Self.names(of: received)
        var result = Set(recordedNames.keys).union(receivedNames.keys).sorted().compactMap { key -> String? in
            switch (recordedNames[key], receivedNames[key]) {
            case (let spelling?, nil): "header field \(name(spelling)): recorded, not received"
            case (nil, let spelling?): "header field \(name(spelling)): received, not recorded"
            default: nil
            }
        }
        let types = (MediaType.name(of: recorded.content.mimeType), MediaType.name(of: received.content.mimeType))
        if types.0 != types.1, recordedNames["content-type"] != nil, receivedNames["content-type"] != nil {
            result.append("header field Content-Type: recorded \(name(types.0)), received \(name(types.1))")
        }
        return result
    }

    /// Returns the names of the header fields, keyed by their lowercase form.
    ///
    /// The names of pseudo-header fields begin with a colon.
    private static func names(of response: HAR.Response) -> [String: String] {
        let names = response.headers.map(\.name).filter {
            !$0.hasPrefix(":") && !ignoredNames.contains($0.lowercased())
        }
        return Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    // MARK: Bodies

    private var bodyDifferences: [String] {
        // A part of a body is not comparable.
        guard !recorded.isCutOff, let values = Self.jsonValues(of: recorded) else { return [] }
        guard let receivedValues = Self.jsonValues(of: received) else {
            let isEmpty = Self.texts(of: received).isEmpty
            // A stream may emit nothing during the recorded time.
            if isEmpty, MediaType.isStream(received.content.mimeType) { return [] }
            return ["body: recorded JSON, received \(isEmpty ? "nothing" : "no JSON")"]
        }
        return JSONShape(of: values).differences(from: JSONShape(of: receivedValues), name)
    }

    /// Returns the JSON values of a body, or `nil` if it is not JSON.
    ///
    /// Each record of a stream can be a value.
    private static func jsonValues(of response: HAR.Response) -> [JSONValue]? {
        let values = texts(of: response).compactMap { JSONValue($0) }
        return values.isEmpty ? nil : values
    }

    /// Returns the body, or the records of a stream, without empty ones.
    private static func texts(of response: HAR.Response) -> [[UInt8]] {
        let body = response.content.body ?? []
        let type = response.content.mimeType
        let texts = MediaType.isStream(type) ? StreamRecords(body, type: type).texts : [body]
        return texts.filter { !$0.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
    }
}
