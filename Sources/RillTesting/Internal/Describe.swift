internal import Rill

/// Returns the text of a value for failure messages: one line of at most 80 characters, with strings in quotes.
func describe(_ value: some Any) -> String {
    let text = (value as? String)?.debugDescription ?? String(describing: value)
    let line = text.map { $0.isNewline ? "\u{23CE}" : String($0) }.joined()
    return line.count > 80 ? line.prefix(79) + "\u{2026}" : line
}

/// Returns the text of an event for failure messages: `next(1)`, `error(TestError)`, `completed`.
///
/// With `isPrecise`, the text includes the dynamic type, to distinguish events with equal descriptions.
func describe(event: Event<some Any>, isPrecise: Bool = false) -> String {
    switch event {
    case .next(let value): isPrecise ? "next(\(describe(value)) as \(type(of: value)))" : "next(\(describe(value)))"
    case .error(let error): isPrecise ? "error(\(describe(error)) as \(type(of: error)))" : "error(\(describe(error)))"
    case .completed: "completed"
    }
}

/// Whether two errors compare as equal terminal events.
func areSame(_ one: any Error, _ other: any Error) -> Bool {
    Event<Bool>.error(one) == .error(other)
}
