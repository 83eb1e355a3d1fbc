internal import Foundation

/// What a query encoder has written so far.
final class QueryOutput {
    let settings: QueryEncoder
    private var items = QueryItems()
    private var flaw: EncodingError?

    init(settings: QueryEncoder) {
        self.settings = settings
    }

    func append(_ name: String, _ text: String) {
        items.append(QueryItems.Item(name: name, value: text))
    }

    /// Notes what cannot be told where it is found, because no error can be thrown there.
    func refuse(_ error: EncodingError) {
        if flaw == nil { flaw = error }
    }

    func result() throws -> QueryItems {
        if let flaw { throw flaw }
        return items
    }
}

/// The encoder of one value: its place in the query.
struct QueryNode: Encoder, SingleValueEncodingContainer {
    private enum Place {
        /// The query itself, which has no name.
        case root
        /// Behind a name.
        case named(String)
        /// One of several values behind the same name, where there is no room for more names.
        case repeated(String)
    }

    let output: QueryOutput
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let place: Place

    init(output: QueryOutput) {
        self.output = output
        codingPath = []
        place = .root
    }

    private init(_ parent: QueryNode, _ key: some CodingKey, _ place: Place) {
        output = parent.output
        codingPath = parent.codingPath + [key]
        self.place = place
    }

    private var name: String? {
        switch place {
        case .root: nil
        case .named(let name), .repeated(let name): name
        }
    }

    // MARK: Children

    /// The place of a property; its name is given where it is not that of the key.
    func child(_ key: some CodingKey, named own: String? = nil) -> QueryNode {
        let own = own ?? output.settings.keys.name(of: key)
        guard let name else { return QueryNode(self, key, .named(own)) }
        switch output.settings.nesting {
        case .brackets: return QueryNode(self, key, .named("\(name)[\(own)]"))
        case .dots: return QueryNode(self, key, .named("\(name).\(own)"))
        }
    }

    /// The place of a value in a list.
    func element(_ index: Int) -> QueryNode {
        let key = QueryKey(index)
        let name = name ?? ""
        switch output.settings.lists {
        case .repeated: return QueryNode(self, key, .repeated(name))
        case .brackets: return QueryNode(self, key, .named("\(name)[]"))
        case .indexed: return QueryNode(self, key, .named("\(name)[\(index)]"))
        }
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .repeated = place { refuse([String: Never].self, "properties inside a list need brackets or indices") }
        return KeyedEncodingContainer(QueryProperties(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch place {
        case .root: refuse([Never].self, "a list by itself has no name in a query")
        case .repeated: refuse([Never].self, "a list inside a list needs brackets or indices")
        case .named: break
        }
        return QueryList(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func refuse(_ value: Any, _ reason: String) {
        output.refuse(.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason)))
    }

    // MARK: Values

    func encodeNil() throws {
        if let name, output.settings.nils == .empty { output.append(name, "") }
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let pairs = value as? any PairsByName {
            if case .repeated = place { _ = container(keyedBy: QueryKey.self) }
            for (key, value) in pairs.pairsByName { try child(key, named: key.stringValue).encode(value) }
        } else if let text = try text(of: value) {
            // Its type alone is told: the value may be a secret.
            guard let name else { throw flaw(Value.self, "a single value has no name in a query") }
            output.append(name, text)
        } else {
            try value.encode(to: self)
        }
    }

    private func text(of value: any Encodable) throws -> String? {
        let settings = output.settings
        switch value {
        case let value as String: return value
        case let value as Bool: return settings.bools == .words ? "\(value)" : value ? "1" : "0"
        case let value as any FixedWidthInteger: return "\(value)"
        case let value as any BinaryFloatingPoint:
            guard value.isFinite else { throw flaw(value, "a number that is not finite") }
            return "\(value)"
        case let value as Date:
            // Foundation cannot describe such a date either, and would trap where the error is printed.
            let seconds = value.timeIntervalSince1970
            if let text = try settings.dates.text(value) { return text }
            throw flaw(seconds, "a date that cannot be written")
        case let value as any QueryValue: return value.queryText
        case let value as Data: return value.base64EncodedString()
        case let value as URL: return value.absoluteString
        case let value as Decimal:
            guard value.isFinite else { throw flaw(value, "a number that is not finite") }
            return "\(value)"
        default: return nil
        }
    }

    private func flaw(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

/// A dictionary whose keys can be names.
private protocol PairsByName {
    var pairsByName: [(key: QueryKey, value: any Encodable)] { get }
}

extension Dictionary: PairsByName where Key: CodingKeyRepresentable, Value: Encodable {
    /// In the order of the keys, as a dictionary has none that would be the same in the next process.
    fileprivate var pairsByName: [(key: QueryKey, value: any Encodable)] {
        map { (key: QueryKey($0.key.codingKey), value: $0.value as any Encodable) }.sorted { $0.key < $1.key }
    }
}
