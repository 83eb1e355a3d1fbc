internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Creates a JSON response with sorted keys.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Self {
        .data(Array(value.description.utf8), type: "application/json; charset=utf-8", status: status)
    }
}

extension JSONValue {
    /// Returns a string, or `null` for `nil`.
    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Returns a list of strings.
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    /// Returns the object with additional members, which replace members of the same name.
    func merging(_ other: [String: JSONValue]) -> JSONValue {
        guard case .object(let pairs) = self else {
            preconditionFailure("cannot merge members into a value that is not an object")
        }
        return .object(pairs.merging(other) { _, new in new })
    }

    /// Returns the object with an additional member, or unchanged if the value is `nil`.
    func adding(_ name: String, _ value: JSONValue?) -> JSONValue { value.map { merging([name: $0]) } ?? self }
}
