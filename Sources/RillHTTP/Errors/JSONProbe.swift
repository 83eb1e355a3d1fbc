internal import Foundation

/// Walks down a path in a body of JSON, and tells what lies there.
struct JSONProbe: Decodable {
    /// One step of a path.
    enum Step: Sendable {
        case key(String)
        /// A key that the decoder has converted from snake case.
        case converted(String)
        case index(Int)
    }

    /// What lies at the end of a path.
    struct Result {
        /// The path as it would be written: `[3].followers_count: `; empty for the root.
        var place: String
        /// The value, short: `"12"`, `null`, `an array of 3`, `nothing`.
        var found: String
        /// Whether the body is JSON at all.
        var isJSON = true
    }

    /// Looks at a body.
    static func look(along path: [Step], in body: Data) -> Result {
        let decoder = JSONDecoder()
        decoder.userInfo[key] = path
        do {
            let probe = try decoder.decode(JSONProbe.self, from: body)
            let isSecret = path.contains { if case .index = $0 { false } else { SecretNames.contains($0.name) } }
            return Result(
                place: probe.place.isEmpty ? "" : probe.place + ": ",
                found: isSecret && probe.found != "null" ? Redactor.mark : probe.found)
        } catch {
            return Result(place: "", found: "no JSON", isJSON: false)
        }
    }

    private static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "rill.path") else {
            preconditionFailure("a key for the decoder's user info could not be made of a constant")
        }
        return key
    }()

    private let place: String
    private let found: String

    init(from decoder: any Decoder) throws {
        var decoder: (any Decoder)? = decoder
        var place = ""
        for step in decoder?.userInfo[Self.key] as? [Step] ?? [] {
            let (name, next) = Self.enter(decoder, by: step)
            place += name.hasPrefix("[") || place.isEmpty ? name : ".\(name)"
            decoder = next
        }
        self.place = place
        found = decoder.map(Self.describe) ?? "nothing"
    }

    /// Goes one step down; also where there is nothing, so that the path is told in full.
    private static func enter(_ decoder: (any Decoder)?, by step: Step) -> (name: String, next: (any Decoder)?) {
        if case .index(let index) = step, var array = try? decoder?.unkeyedContainer() {
            for _ in 0..<max(0, min(index, array.count ?? index)) { _ = try? array.decode(Anything.self) }
            return ("[\(index)]", array.isAtEnd ? nil : try? array.superDecoder())
        }
        guard let object = try? decoder?.container(keyedBy: Key.self) else { return (step.name, nil) }
        guard let key = object.allKeys.first(where: { step.fits($0.stringValue) }) else {
            return (step.missingName, nil)
        }
        return (key.stringValue, try? object.superDecoder(forKey: key))
    }

    private static func describe(_ decoder: any Decoder) -> String {
        if let value = try? decoder.singleValueContainer() {
            if value.decodeNil() { return "null" }
            if let bool = try? value.decode(Bool.self) { return "\(bool)" }
            if let number = try? value.decode(Int64.self) { return "\(number)" }
            if let number = try? value.decode(UInt64.self) { return "\(number)" }
            if let number = try? value.decode(Double.self) { return "\(number)" }
            if let text = try? value.decode(String.self) { return BodyText.quoted(text) }
        }
        if let array = try? decoder.unkeyedContainer() { return array.count.map { "an array of \($0)" } ?? "an array" }
        return (try? decoder.container(keyedBy: Key.self)) == nil ? "something else" : "an object"
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}

extension JSONProbe.Step {
    var name: String {
        switch self {
        case .key(let name), .converted(let name): name
        case .index(let index): "[\(index)]"
        }
    }

    /// The name of a key that is not there, as the server would have spelt it.
    var missingName: String {
        guard case .converted(let name) = self else { return name }
        return name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }

    func fits(_ key: String) -> Bool {
        switch self {
        case .key(let name): return name == key
        case .index(let index): return key == "\(index)"
        case .converted(let name):
            let parts = key.split(separator: "_", omittingEmptySubsequences: true)
            let camel = parts.dropFirst().reduce(parts.first.map(String.init) ?? "") { $0 + $1.capitalized }
            return name == key || camel == name
        }
    }
}
