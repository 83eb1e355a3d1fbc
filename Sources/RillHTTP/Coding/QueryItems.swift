/// The query of a request: ordered pairs.
///
///     var query: QueryItems { ["q": text, "page": page, "per_page": 50] }   // page: Int?, left out if it is nil
///
/// A name may occur more than once. Names and values are given as they are meant; they are percent-encoded when the request
/// is sent: a space as `%20`, a plus sign as `%2B`, and everything else that is not a letter, a digit or one of `-._~`.
///
/// The pairs of an `Encodable` value are made by a ``QueryEncoder``.
public struct QueryItems: Sendable, Hashable {
    private var items: [Item]

    /// One pair.
    public struct Item: Sendable, Hashable {
        /// The name, not encoded.
        public var name: String

        /// The value, not encoded; nil for a name without even an equals sign, `?nocatalog`.
        public var value: String?

        /// Creates a pair.
        ///
        /// - Parameters:
        ///   - name: The name, not encoded.
        ///   - value: The value, not encoded; nil for a name alone.
        public init(name: String, value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an empty query.
    public init() {
        items = []
    }

    /// Appends a pair.
    ///
    /// - Parameters:
    ///   - name: The name, not encoded.
    ///   - value: The value; nothing is appended if it is nil.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        items.append(Item(name: name, value: value.queryText))
    }

    /// Appends a name without a value, `?nocatalog`.
    ///
    /// - Parameter name: The name, not encoded.
    public mutating func append(flag name: String) {
        items.append(Item(name: name))
    }

    /// The query as it is sent, without a question mark; empty if there are no pairs.
    public var encoded: String {
        items.map { item in
            let name = PercentEncoding.encode(item.name)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
        }
        .joined(separator: "&")
    }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Creates a query from names and values; values that are nil are left out.
    ///
    /// - Parameter elements: The names and their values, in order.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }
}

extension QueryItems: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first pair.
    public var startIndex: Int { items.startIndex }

    /// The position behind the last pair.
    public var endIndex: Int { items.endIndex }

    /// The pair at a position.
    ///
    /// - Parameter position: A position from `startIndex` up to `endIndex`.
    /// - Returns: The pair.
    public subscript(position: Int) -> Item {
        get { items[position] }
        set { items[position] = newValue }
    }

    /// Replaces a range of pairs.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the pairs that go.
    ///   - newElements: The pairs that come.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Item>) {
        items.replaceSubrange(subrange, with: newElements)
    }
}
