/// An error in a marble diagram, with its position.
public struct MarbleError: Error, Hashable, CustomStringConvertible {
    /// The text of the diagram.
    public let diagram: String

    /// The column of the error, counted from 1, including spaces.
    public let column: Int

    /// The reason why the diagram is invalid, such as `unclosed group`.
    public let reason: String

    package init(_ diagram: String, column: Int, _ reason: String) {
        self.diagram = diagram
        self.column = column
        self.reason = reason
    }

    /// The reason, followed by the diagram with a marker under the column.
    public var description: String {
        let line = String(diagram.map { $0.isNewline ? " " : $0 })
        let mark = String(repeating: " ", count: column - 1) + "^"
        return """
            invalid marble diagram, column \(column): \(reason)
                \(line)
                \(mark)
            """
    }
}
