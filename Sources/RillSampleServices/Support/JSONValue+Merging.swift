internal import RillHTTP

extension JSONValue {
    /// Returns a string, or `null` for `nil`.
    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

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
