import Qiita

/// Goes through the words of a command line: `--name value`, `--name=value`, `--flag`.
struct ArgumentReader {
    private var words: ArraySlice<String>
    private var option = ""
    private var attachedValue: String?

    init(_ words: [String]) {
        self.words = words[...]
    }

    /// Takes the next option's name; nil at the end.
    mutating func nextOption() throws(UsageError) -> String? {
        guard let word = words.popFirst() else { return nil }
        guard word.hasPrefix("-"), word.count > 1 else {
            // Not repeated: it may be a token that lost its option.
            let place = option.isEmpty ? "" : ", after \(option)"
            throw UsageError(message: "a word stands where an option should be\(place)")
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        option = String(parts[0])
        attachedValue = parts.count > 1 ? String(parts[1]) : nil
        return option
    }

    /// Makes sure that the option came without a value.
    func flag() throws(UsageError) -> Bool {
        guard attachedValue == nil else { throw UsageError(message: "\(option) takes no value") }
        return true
    }

    /// Takes the option's value.
    mutating func value() throws(UsageError) -> String {
        // Two dashes begin the next option: the value was forgotten.
        let next = words.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = attachedValue ?? next, !value.isEmpty else {
            throw UsageError(message: "\(option) needs a value")
        }
        if attachedValue == nil { words.removeFirst() }
        return value
    }

    mutating func integer(in bounds: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value()
        guard let number = Int(text), bounds.contains(number) else {
            throw UsageError(
                message: "\(option) needs an integer from \(bounds.lowerBound) to \(bounds.upperBound), not \"\(text)\""
            )
        }
        return number
    }

    mutating func duration() throws(UsageError) -> Duration {
        let text = try value()
        // Far below what a duration can hold, far above what anyone waits for.
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000 else {
            throw UsageError(message: "\(option) needs a number of seconds above 0, 0.5 for example, not \"\(text)\"")
        }
        return .seconds(seconds)
    }

    mutating func sort() throws(UsageError) -> TagSort {
        let text = try value()
        guard let sort = [TagSort.count, .name].first(where: { $0.rawValue == text }) else {
            throw UsageError(message: "\(option) needs count or name, not \"\(text)\"")
        }
        return sort
    }
}

/// The value of `--base-url`.
enum BaseURL {
    /// Returns the address without slashes at its end.
    static func check(_ text: String) throws(UsageError) -> String {
        guard !text.contains("@") else {
            throw UsageError(message: "--base-url takes no user and password; use --token")
        }
        let address = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: address.hasPrefix),
            let first = text.dropFirst(scheme.count).first, first != "/", first != "?", first != "#"
        else {
            throw UsageError(
                message: "--base-url needs an address like http://127.0.0.1:8080/api/v2, not \"\(text)\"")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" || $0.isWhitespace }) else {
            throw UsageError(message: "--base-url needs an address without spaces, query and fragment, not \"\(text)\"")
        }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }
}

/// The value of `--token` and `QIITA_TOKEN`.
enum Token {
    static func check(_ token: String, from source: String) throws(UsageError) -> String {
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw UsageError(message: "the token in \(source) has spaces or characters that no token has")
        }
        return token
    }
}
