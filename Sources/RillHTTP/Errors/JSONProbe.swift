internal import Foundation
internal import RillHTTPTypes
internal import RillSystem

/// A probe that follows a path in a JSON body and describes the value at that path.
struct JSONProbe: Decodable {
    /// One component of a path.
    enum Step: Sendable {
        case key(String)
        /// A key that the decoder has converted from snake case.
        case converted(String)
        case index(Int)
    }

    /// The path with a trailing separator, for example `[3].followers_count: `.
    ///
    /// Empty for the root.
    var path: String

    /// A short description of the value, for example `"12"`, `null`, `an array of 3`, or `nothing`.
    var found: String

    /// The value if it is a string, without redaction.
    let string: String?

    /// Whether the body is valid JSON.
    ///
    /// A decoder other than `JSONDecoder` can accept other bodies.
    let isJSON: Bool

    /// Inspects a body.
    static func inspect(_ path: [Step], in body: Data) -> JSONProbe {
        let decoded = $steps.withValue(path) { try? JSONDecoder().decode(JSONProbe.self, from: body) }
        var probe = decoded ?? JSONProbe(path, in: nil)
        let isSecret = path.contains { if case .index = $0 { false } else { SecretNames.contains($0.name) } }
        if isSecret, probe.found != "null" { probe.found = Redactor.mark }
        return probe
    }

    /// The path of the inspection in progress.
    @TaskLocal private static var steps: [Step] = []

    init(from decoder: any Decoder) throws {
        self.init(Self.steps, in: decoder)
    }

    private init(_ steps: [Step], in decoder: (any Decoder)?) {
        isJSON = decoder != nil
        var decoder = decoder
        var path = ""
        for step in steps {
            let (name, next) = Self.enter(decoder, by: step)
            path += name.hasPrefix("[") || path.isEmpty ? name : ".\(name)"
            decoder = next
        }
        self.path = path.isEmpty ? "" : "\(path): "
        found = decoder.map(Self.describe) ?? "nothing"
        string = try? decoder?.singleValueContainer().decode(String.self)
    }

    /// Enters the value of one path component.
    ///
    /// Returns the name of the component even if there is no value, so that the path is complete.
    private static func enter(_ decoder: (any Decoder)?, by step: Step) -> (name: String, next: (any Decoder)?) {
        guard let decoder else { return (step.missingName, nil) }
        if case .index(let index) = step, var array = try? decoder.unkeyedContainer() {
            try? array.skip(to: index)
            return ("[\(index)]", array.isAtEnd ? nil : try? array.superDecoder())
        }
        guard let object = try? decoder.container(keyedBy: AnyCodingKey.self) else { return (step.name, nil) }
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
        return (try? decoder.container(keyedBy: AnyCodingKey.self)) == nil ? "something else" : "an object"
    }
}

extension JSONProbe.Step {
    var name: String {
        switch self {
        case .key(let name), .converted(let name): name
        case .index(let index): "[\(index)]"
        }
    }

    /// The name of a missing key, converted to the server's spelling.
    var missingName: String {
        guard case .converted(let name) = self else { return name }
        return SnakeCase.encode(name)
    }

    func fits(_ key: String) -> Bool {
        switch self {
        case .key(let name): name == key
        case .index(let index): key == "\(index)"
        case .converted(let name): name == key || name == SnakeCase.decode(key)
        }
    }
}
