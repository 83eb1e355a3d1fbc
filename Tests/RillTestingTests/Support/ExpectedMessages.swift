/// Returns the message for an invalid diagram.
func invalidDiagram(_ diagram: String, column: Int, _ reason: String) -> String {
    "invalid marble diagram, column \(column): \(reason)\n    \(diagram)\n\(String(repeating: " ", count: column + 3))^"
}

/// Returns the message for two diagrams that differ at a tick, with no group before it.
func differenceMessage(
    _ subject: String = "", tick: Int, _ reason: String, _ expected: String, _ actual: String, legend: String = ""
) -> String {
    let caret = String(repeating: " ", count: 10 + tick) + "^"
    let lines = ["\(subject)differs at tick \(tick): \(reason)", "expected  \(expected)", "actual    \(actual)", caret]
    return (lines + (legend.isEmpty ? [] : ["          \(legend)"])).joined(separator: "\n")
}
