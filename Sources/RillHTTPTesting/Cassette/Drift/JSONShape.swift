internal import RillHTTP

/// The structure of JSON values: their kinds and the names of their members, but not the values themselves.
///
/// The elements of an array have one common shape. `null` does not determine a kind, and an empty array does not
/// determine the kind of its elements.
struct JSONShape {
    /// The kinds of the values, for example `a string`.
    private let kinds: Set<String>
    /// The shapes of the members by name.
    private let members: [String: JSONShape]
    /// The names of the members that occur in every object.
    private let commonNames: Set<String>
    /// The common shape of the array elements, or an empty array if there are none.
    private let elements: [JSONShape]

    /// Creates the common shape of several values.
    init(of values: [JSONValue]) {
        let objects = values.compactMap(\.objectValue)
        let all = values.compactMap(\.arrayValue).flatMap(\.self)
        kinds = Set(values.compactMap(\.kind))
        let names = Set(objects.flatMap(\.keys))
        members = Dictionary(
            uniqueKeysWithValues: names.map { name in (name, JSONShape(of: objects.compactMap { $0[name] })) })
        commonNames = names.filter { name in objects.allSatisfy { $0[name] != nil } }
        elements = all.isEmpty ? [] : [JSONShape(of: all)]
    }

    /// Returns the differences between this recorded shape and the shape of a response.
    ///
    /// A member that only some recorded objects contain can be missing in the response.
    ///
    /// - Parameter text: A closure that returns a member name as it appears in a path.
    func differences(from received: JSONShape, at path: String = "", _ text: (String) -> String) -> [String] {
        guard !kinds.isEmpty, !received.kinds.isEmpty else { return [] }
        var result: [String] = []
        if !received.kinds.isSubset(of: kinds) {
            result.append("\(Self.part(path)): recorded \(kindText), received \(received.kindText)")
        }
        if kinds.contains(JSONValue.objectKind), received.kinds.contains(JSONValue.objectKind) {
            for name in Set(members.keys).union(received.members.keys).sorted() {
                let memberPath = path.isEmpty ? text(name) : "\(path).\(text(name))"
                switch (members[name], received.members[name]) {
                case (let recorded?, let received?):
                    result += recorded.differences(from: received, at: memberPath, text)
                case (nil, _): result.append("\(Self.part(memberPath)): received, not recorded")
                case (_, nil):
                    if commonNames.contains(name) { result.append("\(Self.part(memberPath)): recorded, not received") }
                }
            }
        }
        for (recorded, received) in zip(elements, received.elements) {
            result += recorded.differences(from: received, at: "\(path)[]", text)
        }
        return result
    }

    private var kindText: String { kinds.sorted().joined(separator: " or ") }

    private static func part(_ path: String) -> String { path.isEmpty ? "body" : "body at \(path)" }
}

extension JSONValue {
    static let numberKind = "a number"
    static let objectKind = "an object"

    /// The kind of the value, or `nil` if it is `null`.
    var kind: String? {
        switch self {
        case .null: nil
        case .bool: "a Boolean value"
        case .integer, .number, .decimal: Self.numberKind
        case .string: "a string"
        case .array: "an array"
        case .object: Self.objectKind
        }
    }
}
