internal import Foundation
internal import RillSystem

/// The name-value pairs that a query encoder produces.
final class QueryOutput {
    let settings: QueryEncoder
    let onText: (String, String) -> Void
    let onFile: ((String, MultipartFile) -> Void)?
    /// The first error that occurred in a container method, which cannot throw.
    fileprivate var error: EncodingError?

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - settings: The format.
    ///   - onText: A closure that receives each name and value.
    ///   - onFile: A closure that receives each name and file. `nil` means that files are not allowed.
    init(
        settings: QueryEncoder, onText: @escaping (String, String) -> Void,
        onFile: ((String, MultipartFile) -> Void)? = nil
    ) {
        self.settings = settings
        self.onText = onText
        self.onFile = onFile
    }

    /// Encodes a top-level value.
    func encode(_ value: some Encodable) throws {
        try QueryNode(output: self).encode(value)
        if let error { throw error }
    }
}

/// The encoder of a value at one position in the query.
struct QueryNode: Encoder, SingleValueEncodingContainer {
    let output: QueryOutput
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// The name of the value, or `nil` at the top level.
    private let name: String?

    /// Whether the value is an element of a list with repeated names, which cannot have nested names.
    private let isRepeated: Bool

    init(output: QueryOutput) {
        self.output = output
        codingPath = []
        name = nil
        isRepeated = false
    }

    private init(_ parent: QueryNode, _ key: some CodingKey, _ name: String, isRepeated: Bool = false) {
        output = parent.output
        codingPath = parent.codingPath + [key]
        self.name = name
        self.isRepeated = isRepeated
    }

    // MARK: Children

    /// Returns the node of a property, which is named after its key unless `own` is set.
    func child(_ key: some CodingKey, named own: String? = nil) -> QueryNode {
        let own = own ?? self.name(of: key)
        return QueryNode(self, key, name.map { "\($0)[\(own)]" } ?? own)
    }

    private func name(of key: some CodingKey) -> String {
        switch output.settings.keys {
        case .convertToSnakeCase: SnakeCase.encode(key.stringValue)
        case .custom(let convert): convert(codingPath + [key]).stringValue
        default: key.stringValue
        }
    }

    /// Returns the node of a list element.
    func element(_ index: Int) -> QueryNode {
        let key = AnyCodingKey(index)
        let name = name ?? ""
        switch output.settings.lists {
        case .repeated: return QueryNode(self, key, name, isRepeated: true)
        case .brackets: return QueryNode(self, key, "\(name)[]")
        case .indexed: return QueryNode(self, key, "\(name)[\(index)]")
        }
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if isRepeated { fail([String: Never].self, "objects in a list require the list style .brackets or .indexed") }
        return KeyedEncodingContainer(QueryProperties(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if name == nil { fail([Never].self, "a top-level list cannot be encoded: query items require a name") }
        if isRepeated { fail([Never].self, "a nested list requires the list style .brackets or .indexed") }
        return QueryList(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func fail(_ value: Any, _ reason: String) {
        output.error = output.error ?? invalidValue(value, reason)
    }

    // MARK: Values

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws {
        if let pairs = value as? any PairsByName {
            if isRepeated { _ = container(keyedBy: AnyCodingKey.self) }
            for (key, value) in pairs.pairsByName { try child(key, named: key.stringValue).encode(value) }
        } else if let date = value as? Date, case .custom(let encode) = output.settings.dates {
            try encode(date, self)
        } else if let text = try text(of: value) {
            // The error contains only the type, because the value could be a secret.
            guard let name else {
                throw invalidValue(Value.self, "a top-level value cannot be encoded: query items require a name")
            }
            output.onText(name, text)
        } else if let file = value as? MultipartFile, let name, let onFile = output.onFile {
            onFile(name, file)
        } else {
            try value.encode(to: self)
        }
    }

    private func text(of value: any Encodable) throws -> String? {
        switch value {
        case let value as String: return value
        case let value as Bool: return "\(value)"
        case let value as any FixedWidthInteger: return "\(value)"
        case let value as any BinaryFloatingPoint:
            guard value.isFinite else { throw invalidValue(value, "the number is not finite") }
            return "\(value)"
        case let value as Date:
            if let text = text(of: value) { return text }
            // Describing such a date traps in Foundation, so the error contains the seconds instead.
            throw invalidValue(value.timeIntervalSince1970, "the date cannot be encoded")
        case let value as any QueryValue: return value.resolvedQueryText
        case let value as Data: return value.base64EncodedString()
        case let value as URL: return value.absoluteString
        case let value as Decimal:
            guard value.isFinite else { throw invalidValue(value, "the number is not finite") }
            return "\(value)"
        default: return nil
        }
    }

    private func text(of date: Date) -> String? {
        switch output.settings.dates {
        case .iso8601: return DateText.text(date)
        case .secondsSince1970: return Int64(exactly: date.timeIntervalSince1970.rounded(.down)).map { "\($0)" }
        default:
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = output.settings.dates
            let value = try? JSONValue(encoding: date, encoder: encoder)
            return value?.stringValue ?? value?.description
        }
    }

    private func invalidValue(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

/// A dictionary whose keys can be used as names.
private protocol PairsByName {
    var pairsByName: [(key: AnyCodingKey, value: any Encodable)] { get }
}

extension Dictionary: PairsByName where Key: CodingKeyRepresentable, Value: Encodable {
    /// The pairs sorted by key, because the order of a dictionary differs between processes.
    fileprivate var pairsByName: [(key: AnyCodingKey, value: any Encodable)] {
        map { (key: AnyCodingKey($0.key.codingKey), value: $0.value as any Encodable) }.sorted { $0.key < $1.key }
    }
}
