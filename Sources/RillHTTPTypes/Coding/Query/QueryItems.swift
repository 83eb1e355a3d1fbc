/// The query of a request, as ordered name-value pairs.
///
///     var query: QueryItems { ["q": text, "page": page, "per_page": 50] }   // page: Int?, omitted if nil
///
/// A name can occur more than once. Names and values are specified unencoded, and percent-encoded when the request is
/// sent: a space as `%20`, a plus sign as `%2B`, and every other character except letters, digits and `-._~`.
///
/// Use a ``QueryEncoder`` to create pairs from an `Encodable` value.
public struct QueryItems: Sendable, Hashable {
    private var items: [Item] = []

    /// A name-value pair.
    public struct Item: Sendable, Hashable {
        /// The name, not percent-encoded.
        public var name: String

        /// The value, not percent-encoded.
        ///
        /// `nil` means a name without an equals sign, as in `?nocatalog`.
        public var value: String?

        /// Creates a pair.
        ///
        /// - Parameters:
        ///   - name: The name, not percent-encoded.
        ///   - value: The value, not percent-encoded. Defaults to `nil`, which means a name without an equals sign.
        public init(name: String, value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an empty query.
    public init() {}

    /// Appends a pair.
    ///
    /// - Parameters:
    ///   - name: The name, not percent-encoded.
    ///   - value: The value. If it is `nil`, nothing is appended.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        items.append(Item(name: name, value: value.resolvedQueryText))
    }

    /// Appends a name without a value, as in `?nocatalog`.
    ///
    /// - Parameter name: The name, not percent-encoded.
    public mutating func append(flag name: String) {
        items.append(Item(name: name))
    }

    /// The percent-encoded query, without a question mark.
    ///
    /// Empty if there are no pairs.
    public var encoded: String {
        items.map { item in
            let name = PercentEncoding.encode(item.name)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
        }
        .joined(separator: "&")
    }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Creates a query from names and values.
    ///
    /// Pairs with a `nil` value are omitted.
    ///
    /// - Parameter elements: The names and values, in order.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }
}

extension QueryItems: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first pair.
    public var startIndex: Int { items.startIndex }

    /// The position after the last pair.
    public var endIndex: Int { items.endIndex }

    /// Accesses the pair at a position.
    ///
    /// - Parameter position: A position between `startIndex` and `endIndex`, excluding `endIndex`.
    /// - Returns: The pair.
    public subscript(position: Int) -> Item {
        get { items[position] }
        set { items[position] = newValue }
    }

    /// Replaces a range of pairs.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the pairs to replace.
    ///   - newElements: The new pairs.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Item>) {
        items.replaceSubrange(subrange, with: newElements)
    }
}

extension QueryItems: CustomStringConvertible, CustomReflectable {
    /// The percent-encoded query, with the values of secret names redacted.
    public var description: String { items.map(\.description).joined(separator: "&") }

    /// A mirror of the pairs, with the values of secret names redacted, as printed by `dump`.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: items, displayStyle: .collection) }
}

extension QueryItems.Item: CustomStringConvertible, CustomReflectable {
    /// The percent-encoded name and value, for example `page=1`.
    ///
    /// The value of a secret name, such as `token`, is redacted.
    public var description: String {
        let name = PercentEncoding.encode(name)
        guard let value else { return name }
        let isSecret = SecretNames.contains(self.name, in: .query) && !SecretNames.isCount(value, of: self.name)
        return "\(name)=\(isSecret ? Redactor.mark : PercentEncoding.encode(value))"
    }

    /// A mirror that contains only the description, so that `dump` does not print the value of a secret name.
    public var customMirror: Mirror { Mirror(self, children: ["item": description], displayStyle: .struct) }
}
