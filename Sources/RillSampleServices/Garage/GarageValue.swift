/// A value of JSON whose properties keep their order.
indirect enum GarageValue: Sendable {
    case null
    case number(Int)
    case text(String)
    case list([GarageValue])
    case object([(name: String, value: GarageValue)])

    static func optional(_ text: String?) -> GarageValue { text.map { .text($0) } ?? .null }

    static func optional(_ number: Int?) -> GarageValue { number.map { .number($0) } ?? .null }

    /// The JSON, with angle brackets written as Garage writes them, so that no browser takes it for HTML.
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
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "<": result += "\\u003C"
            case ">": result += "\\u003E"
            case _ where scalar.value < 0x20:
                let code = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
