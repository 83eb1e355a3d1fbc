internal import Rill

/// A value as failures print it: on one line, not too long, strings in quotes.
func describe(_ value: some Any) -> String {
    let text = (value as? String)?.debugDescription ?? String(describing: value)
    let line = text.map { $0.isNewline ? "\u{23CE}" : String($0) }.joined()
    return line.count > 80 ? line.prefix(79) + "\u{2026}" : line
}

/// An event as failures print it: `next(1)`, `error(TestError)`, `completed`; on demand with the types, to tell apart
/// what is described alike.
func describe(event: Event<some Any>, isPrecise: Bool = false) -> String {
    switch event {
    case .next(let value): isPrecise ? "next(\(describe(value)) as \(type(of: value)))" : "next(\(describe(value)))"
    case .error(let error): isPrecise ? "error(\(describe(error)) as \(type(of: error)))" : "error(\(describe(error)))"
    case .completed: "completed"
    }
}

/// Whether two errors are the same as the ends of two streams.
func areSame(_ one: any Error, _ other: any Error) -> Bool {
    Event<Bool>.error(one) == .error(other)
}
