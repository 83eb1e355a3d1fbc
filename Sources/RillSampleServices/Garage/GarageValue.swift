internal import RillHTTP

/// A JSON value that preserves the order of object members.
indirect enum GarageValue: Sendable {
    case null
    case number(Int)
    case text(String)
    case list([GarageValue])
    case object([(name: String, value: GarageValue)])

    static func optional(_ text: String?) -> GarageValue { text.map { .text($0) } ?? .null }

    static func optional(_ number: Int?) -> GarageValue { number.map { .number($0) } ?? .null }

    /// The JSON text, with escaped angle brackets, as Garage encodes it to prevent interpretation as HTML.
    var json: String {
        switch self {
        case .null: "null"
        case .number(let number): "\(number)"
        case .text(let text): Self.quoted(text)
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let pairs):
            "{" + pairs.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        JSONValue.string(text).description.unicodeScalars
            .map { $0 == "<" ? "\\u003C" : $0 == ">" ? "\\u003E" : String($0) }
            .joined()
    }
}
