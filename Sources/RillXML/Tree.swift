/// An element with all that is in it.
final class Tree {
    let name: String
    private(set) var attributes: [String: String]
    private(set) var children: [Tree] = []

    /// The text, whatever stands between its pieces.
    private(set) var text = ""

    /// Those of each name, once somebody has asked for some of many: to look through all for each name takes too long.
    private var index: [String: [Tree]]?

    init(name: String, attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    /// Adds further attributes.
    ///
    /// - Returns: Whether none of them was there before.
    func add(_ more: [String: String]) -> Bool {
        let count = attributes.count
        for (name, value) in more { attributes[name] = value }
        return attributes.count == count + more.count
    }

    func append(_ child: Tree) {
        children.append(child)
        index = nil
    }

    func append(_ more: String) {
        text += more
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { children.isEmpty && text.isEmpty && attributes.isEmpty }

    func children(named name: String) -> [Tree] {
        guard children.count > 32 else { return children.filter { $0.name == name } }
        let index = index ?? Dictionary(grouping: children, by: \.name)
        self.index = index
        return index[name] ?? []
    }
}
