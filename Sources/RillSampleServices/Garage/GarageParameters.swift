internal import Foundation
internal import RillHTTPTesting

/// The parameters in a JSON or form body.
struct GarageParameters: Sendable {
    private var values: [String: JSONValue] = [:]

    /// Parses the body of a request.
    ///
    /// Throws an error if it is malformed.
    init(_ request: LoopbackServer.Request) throws {
        let type = (request.fields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        guard !request.body.isEmpty else { return }
        if type == "application/json" {
            guard let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body)) else {
                throw GarageError.malformedBody
            }
            values = body.objectValue ?? [:]
        } else if type == "application/x-www-form-urlencoded" {
            for (name, value) in PercentEncoding.pairs(request.bodyText) {
                values[name] = .optional(value)
            }
        }
    }

    subscript(name: String) -> JSONValue? { values[name] }

    /// Returns the value of a string parameter, or `nil` if it is missing or has another type.
    func text(_ name: String) -> String? { values[name]?.stringValue }

    /// Throws an error unless a parameter is missing, a string, or, if permitted, `null`.
    func check(_ name: String, allowsNull: Bool, allowsEmpty: Bool) throws {
        switch values[name] {
        case nil: return
        case .string(let text): if !allowsEmpty, text.isEmpty { throw GarageError.invalidParameter }
        case .null: if !allowsNull { throw GarageError.invalidParameter }
        default: throw GarageError.invalidParameter
        }
    }
}
