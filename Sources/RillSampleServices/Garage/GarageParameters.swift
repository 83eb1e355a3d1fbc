internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// What a request says in its body: JSON or a form.
struct GarageParameters: Sendable {
    /// The value of one parameter.
    enum Value: Decodable, Sendable {
        case null
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }

    private var values: [String: Value] = [:]

    /// Reads the body of a request; throws what a broken one is answered with.
    init(_ request: LoopbackServer.Request) throws(GarageRefusal) {
        let type = (request.fields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        guard !request.body.isEmpty else { return }
        if type == "application/json" {
            let body = Data(request.body)
            if let object = try? JSONDecoder().decode([String: Value].self, from: body) {
                values = object
            } else if (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) == nil {
                throw .brokenBody
            }
        } else if type == "application/x-www-form-urlencoded" {
            for pair in request.bodyText.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { PercentEncoding.decode($0.replacing("+", with: " ")) }
                values[parts[0]] = parts.count > 1 ? .text(parts[1]) : .null
            }
        }
    }

    subscript(name: String) -> Value? { values[name] }

    /// A parameter that is text; nil if it is missing, or is anything else.
    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// A parameter that may be missing, and else has to be text, or null if that is allowed.
    func check(_ name: String, allowsNull: Bool, allowsEmpty: Bool) throws(GarageRefusal) {
        switch values[name] {
        case nil: return
        case .text(let text): if !allowsEmpty, text.isEmpty { throw .invalidParameter }
        case .null: if !allowsNull { throw .invalidParameter }
        case .other: throw .invalidParameter
        }
    }
}
