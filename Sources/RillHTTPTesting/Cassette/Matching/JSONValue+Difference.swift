internal import Foundation
internal import RillHTTP

extension JSONValue {
    /// Parses JSON.
    ///
    /// Returns `nil` if it is not valid JSON.
    init?(_ text: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text)) else { return nil }
        self = value
    }

    /// Returns the path and both values of the first difference between this recorded value and a requested value, or
    /// `nil` if they are equal.
    func difference(
        from requested: JSONValue, at path: String = ""
    ) -> (path: String, recorded: String, requested: String)? {
        switch (self, requested) {
        case (.object(let recorded), .object(let requested)):
            for name in Set(recorded.keys).union(requested.keys).sorted() {
                let memberPath = path.isEmpty ? name : "\(path).\(name)"
                guard let member = recorded[name], let other = requested[name] else {
                    return (
                        memberPath, recorded[name]?.summary ?? "nothing", requested[name]?.summary ?? "nothing"
                    )
                }
                if let found = member.difference(from: other, at: memberPath) { return found }
            }
            return nil
        case (.array(let recorded), .array(let requested)) where recorded.count == requested.count:
            for (index, (element, other)) in zip(recorded, requested).enumerated() {
                if let found = element.difference(from: other, at: "\(path)[\(index)]") { return found }
            }
            return nil
        case (.string(let text), .string(let other)):
            return RedactedText.matches(text, other) ? nil : (path, summary, requested.summary)
        default:
            return self == requested ? nil : (path, summary, requested.summary)
        }
    }

    /// A short description of the value.
    private var summary: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .string(let string): Difference.quoted(string)
        case .array(let elements): "an array with count \(elements.count)"
        case .object: "an object"
        }
    }
}
