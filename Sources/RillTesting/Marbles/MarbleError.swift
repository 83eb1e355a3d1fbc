/// Says what is wrong with a marble diagram, and where.
public struct MarbleError: Error, Hashable, CustomStringConvertible {
    /// The diagram as it was written.
    public let diagram: String

    /// The character at fault, counted from 1, spaces included.
    public let column: Int

    /// What is wrong with it.
    public let reason: String

    package init(_ diagram: String, column: Int, _ reason: String) {
        self.diagram = diagram
        self.column = column
        self.reason = reason
    }

    /// The sentence, and below it the diagram with a mark under the column.
    public var description: String {
        let line = String(diagram.map { $0.isNewline ? " " : $0 })
        let mark = String(repeating: " ", count: column - 1) + "^"
        return """
            bad marble diagram, column \(column): \(reason)
                \(line)
                \(mark)
            """
    }
}
