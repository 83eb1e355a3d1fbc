/// A parsed element with its attributes, children, and text.
final class Tree {
    let name: String
    let attributes: [String: String]
    private(set) var children: [Tree]

    /// The concatenated text of the element, without the text of its children.
    private(set) var text: String

    /// The children grouped by name.
    ///
    /// Created on the first lookup in an element with many children, so that lookups take constant time.
    private var index: [String: [Tree]]?

    init(name: String, attributes: [String: String] = [:], children: [Tree] = [], text: String = "") {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
    }

    func append(_ child: Tree) {
        children.append(child)
        index = nil
    }

    func append(_ more: String) {
        text += more
    }

    /// Whether the element has no attributes, children, or text.
    var isEmpty: Bool { children.isEmpty && text.isEmpty && attributes.isEmpty }

    func children(named name: String) -> [Tree] {
        guard children.count > 32 else { return children.filter { $0.name == name } }
        let index = index ?? Dictionary(grouping: children, by: \.name)
        self.index = index
        return index[name] ?? []
    }
}
