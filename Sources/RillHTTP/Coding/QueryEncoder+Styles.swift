public import Foundation

extension QueryEncoder {
    /// How the values of a list are named.
    public enum ListStyle: Sendable, Hashable {
        /// By the name of the list, each: `a=1&a=2`.
        case repeated

        /// With brackets: `a[]=1&a[]=2`.
        case brackets

        /// With their indices: `a[0]=1&a[1]=2`; an index counts values that are left out.
        case indexed
    }

    /// How the properties of a property are named.
    public enum NestingStyle: Sendable, Hashable {
        /// In brackets: `a[b]=1`.
        case brackets

        /// Behind a full stop: `a.b=1`.
        case dots
    }

    /// What becomes of nil.
    public enum NilStyle: Sendable, Hashable {
        /// Nothing.
        case leftOut

        /// A pair with an empty value: `a=`.
        case empty
    }

    /// What truth values look like.
    public enum BoolStyle: Sendable, Hashable {
        /// `true` and `false`.
        case words

        /// `1` and `0`.
        case digits
    }

    /// How properties are spelt.
    public enum KeyStyle: Sendable, Hashable {
        /// As in their coding keys.
        case asIs

        /// `perPage` as `per_page`, `baseURLString` as `base_url_string`.
        case snakeCase
    }

    /// What dates look like.
    public struct DateStyle: Sendable {
        let text: @Sendable (Date) throws -> String?

        /// A style of one's own.
        ///
        /// - Parameter text: Writes a date; nil if it cannot.
        public init(_ text: @escaping @Sendable (Date) throws -> String?) {
            self.text = text
        }

        /// `2024-02-29T12:30:00Z`: in UTC, without a fraction; from the year 1 to 9999.
        public static let iso8601 = DateStyle { DateText.text($0) }

        /// `1709209800`: the seconds since the beginning of 1970, without a fraction.
        public static let secondsSince1970 = DateStyle { date in
            Int(exactly: date.timeIntervalSince1970.rounded(.down)).map { "\($0)" }
        }
    }
}

extension QueryEncoder.KeyStyle {
    /// The name of a property as it is sent.
    func name(of key: some CodingKey) -> String {
        switch self {
        case .asIs: key.stringValue
        case .snakeCase: Self.snakeCase(key.stringValue)
        }
    }

    /// Puts a `_` before each capital letter that begins a word.
    private static func snakeCase(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            guard character.isUppercase else {
                result.append(character)
                continue
            }
            let follows = index > 0 && characters[index - 1] != "_"
            let endsWord = follows && !characters[index - 1].isUppercase
            let beginsWord = follows && index + 1 < characters.count && characters[index + 1].isLowercase
            if endsWord || beginsWord { result += "_" }
            result += character.lowercased()
        }
        return result
    }
}
