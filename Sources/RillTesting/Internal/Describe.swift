internal import Rill

/// The maximum length of an element in failure messages.
private let maximumLength = 80

/// Returns the text of a value for failure messages: one line of at most 80 characters, with strings in quotes.
func describe(_ value: some Any) -> String {
    cut(line(of: value))
}

/// Returns the text of an error for failure messages: one line, with the reason first and without a maximum length.
func describe(error: any Error) -> String {
    line(of: (error as? any ReasonFirstError)?.reasonFirst ?? String(describing: error), isQuoted: false)
}

/// Returns the text of an event for failure messages: `next(1)`, `error(TestError)`, `completed`.
///
/// With `isPrecise`, the text includes the dynamic type, to distinguish events with equal descriptions.
func describe(event: Event<some Any>, isPrecise: Bool = false) -> String {
    switch event {
    case .next(let value): isPrecise ? "next(\(describe(value)) as \(type(of: value)))" : "next(\(describe(value)))"
    case .error(let error):
        isPrecise ? "error(\(describe(error: error)) as \(type(of: error)))" : "error(\(describe(error: error)))"
    case .completed: "completed"
    }
}

/// Returns descriptions of two different events that are guaranteed to differ.
///
/// Long elements are shortened to the part around the first difference. Events with equal descriptions are shown with
/// their dynamic types.
func describe<Element>(different one: Event<Element>, _ other: Event<Element>) -> (String, String) {
    let texts = (describe(event: one), describe(event: other))
    guard texts.0 == texts.1 else { return texts }
    let lines = (one.element.map { line(of: $0) }, other.element.map { line(of: $0) })
    guard let first = lines.0, let second = lines.1, first != second else {
        return (describe(event: one, isPrecise: true), describe(event: other, isPrecise: true))
    }
    let count = zip(first, second).prefix { $0 == $1 }.count - maximumLength / 4
    func end(_ text: String) -> String { "next(\u{2026}\(cut(String(text.dropFirst(count)))))" }
    return (end(first), end(second))
}

/// Returns whether two errors are equal when terminal events are compared.
func areSame(_ one: any Error, _ other: any Error) -> Bool {
    Event<Bool>.error(one) == .error(other)
}

private func line(of value: some Any, isQuoted: Bool = true) -> String {
    let text = isQuoted ? (value as? String)?.debugDescription : nil
    return (text ?? String(describing: value)).map { $0.isNewline ? "\u{23CE}" : String($0) }.joined()
}

private func cut(_ line: String) -> String {
    line.count > maximumLength ? line.prefix(maximumLength - 1) + "\u{2026}" : line
}
