internal import Foundation
internal import RillHTTPTesting

/// The parameters in a JSON or form body.
struct GarageParameters: Sendable {
    /// The value of a parameter.
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

    /// Parses the body of a request.
    ///
    /// Throws an error if it is malformed.
    init(_ request: LoopbackServer.Request) throws {
        let type = (request.fields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        guard !request.body.isEmpty else { return }
        if type == "application/json" {
            let body = Data(request.body)
            if let object = try? JSONDecoder().decode([String: Value].self, from: body) {
                values = object
            } else if (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) == nil {
                throw GarageError.malformedBody
            }
        } else if type == "application/x-www-form-urlencoded" {
            for (name, value) in PercentEncoding.pairs(request.bodyText) {
                values[name] = value.map { .text($0) } ?? .null
            }
        }
    }

    subscript(name: String) -> Value? { values[name] }

    /// Returns the value of a string parameter, or `nil` if it is missing or has another type.
    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// Throws an error unless a parameter is missing, a string, or, if permitted, `null`.
    func check(_ name: String, allowsNull: Bool, allowsEmpty: Bool) throws {
        switch values[name] {
        case nil: return
        case .text(let text): if !allowsEmpty, text.isEmpty { throw GarageError.invalidParameter }
        case .null: if !allowsNull { throw GarageError.invalidParameter }
        case .other: throw GarageError.invalidParameter
        }
    }
}
