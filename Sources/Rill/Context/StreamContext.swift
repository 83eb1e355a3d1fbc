/// The values that a subscriber sets for a subscription and its sources read, such as a request ID.
///
/// `context(_:_:)` sets a value for the part of the stream upstream of it, where ``Observer/context`` and
/// `Observable.withContext(_:file:line:)` read the value.
///
///     let repositories = client.send(SearchRepositories(text: "rx"))
///         .context(\.requestID, "r-17")
///
/// See <doc:Context>.
public struct StreamContext: Sendable {
    /// The values, or `nil` if there are none.
    private var values: Values?

    /// Creates a context without values.
    public init() {}

    /// The value for a key, or the key's default value if none is set.
    ///
    /// - Parameter key: The key.
    public subscript<Key: StreamContextKey>(key: Key.Type) -> Key.Value {
        get {
            for case let entry as ContextEntry<Key> in values?.ordered ?? [] { return entry.value }
            return Key.defaultValue
        }
        set { set(ContextEntry<Key>(value: newValue)) }
    }

    /// Sets the values of another context, which replace existing values for the same keys.
    mutating func merge(_ other: StreamContext) {
        for entry in other.values?.ordered ?? [] { set(entry) }
    }

    private mutating func set(_ entry: any AnyContextEntry) {
        values = Values(values?.ordered.filter { $0.key != entry.key } ?? [], entry)
    }

    /// The task-local values to bind, or `nil` if there are none.
    var bindings: TaskLocalBindings? { values?.bindings }

    /// The debug texts of the values in brackets, to append to the label of `debug`.
    ///
    /// Empty if there are none.
    var debugSuffix: String {
        let texts = debugTexts
        return texts.isEmpty ? "" : " [\(texts)]"
    }

    /// The debug texts of the values, separated by commas.
    var debugTexts: String { values?.ordered.compactMap(\.debugText).joined(separator: ", ") ?? "" }

    /// The debug texts of the values, separated by commas, for the list of a registry.
    ///
    /// Created once for each set of values.
    var listedTexts: String {
        guard let values else { return "" }
        return (values.listed.load() ?? values.listed.storeIfNil(ListedTexts(debugTexts))).text
    }

    private final class ListedTexts: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    /// An immutable list of values, so that a context is a single reference.
    private final class Values: Sendable {
        let ordered: [any AnyContextEntry]
        let bindings: TaskLocalBindings?
        let listed = LazyReference<ListedTexts>()

        init(_ others: [any AnyContextEntry], _ last: any AnyContextEntry) {
            ordered = others + [last]
            let bound = ordered.compactMap(\.binding)
            bindings = bound.isEmpty ? nil : TaskLocalBindings(bound)
        }
    }
}

/// The value of one key.
private protocol AnyContextEntry: Sendable {
    var key: ObjectIdentifier { get }
    var binding: (any TaskLocalBinding)? { get }
    var debugText: String? { get }
}

private struct ContextEntry<Key: StreamContextKey>: AnyContextEntry {
    let value: Key.Value

    var key: ObjectIdentifier { ObjectIdentifier(Key.self) }
    var binding: (any TaskLocalBinding)? { Key.resolvedTaskLocal.map { BoundValue(local: $0, value: value) } }
    var debugText: String? { Key.resolvedDebugText(for: value) }
}
