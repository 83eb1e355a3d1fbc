/// An element with all that is in it.
final class Tree {
    let name: String
    let attributes: [String: String]
    private(set) var children: [Tree] = []

    /// The text, whatever stands between its pieces.
    private(set) var text = ""

    init(name: String, attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    func append(_ child: Tree) {
        children.append(child)
    }

    func append(_ more: String) {
        text += more
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { children.isEmpty && text.isEmpty && attributes.isEmpty }

    func children(named name: String) -> [Tree] {
        children.filter { $0.name == name }
    }
}
