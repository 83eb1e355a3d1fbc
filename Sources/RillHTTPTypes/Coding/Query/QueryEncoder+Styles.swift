public import Foundation

extension QueryEncoder {
    /// The format of list element names.
    public enum ListStyle: Sendable, Hashable {
        /// Repeats the name of the list: `a=1&a=2`.
        case repeated

        /// Appends brackets: `a[]=1&a[]=2`.
        case brackets

        /// Appends the index in brackets: `a[0]=1&a[1]=2`. Elements that are omitted are included in the count.
        case indexed
    }

    /// The conversion of property names.
    public enum KeyStyle: Sendable, Hashable {
        /// Uses the coding keys unchanged.
        case asIs

        /// Converts to snake case: `perPage` to `per_page`, `baseURLString` to `base_url_string`.
        case snakeCase
    }

    /// The encoding of dates.
    public struct DateStyle: Sendable {
        let text: @Sendable (Date) throws -> String?

        /// Creates a custom style.
        ///
        /// - Parameter text: A closure that formats a date, or returns `nil` if it cannot.
        public init(_ text: @escaping @Sendable (Date) throws -> String?) {
            self.text = text
        }

        /// `2024-02-29T12:30:00Z`: UTC, without fractional seconds, for the years 1 to 9999.
        public static let iso8601 = DateStyle { DateText.text($0) }

        /// `1709209800`: the seconds since 1970, rounded down to an integer.
        public static let secondsSince1970 = DateStyle { date in
            Int(exactly: date.timeIntervalSince1970.rounded(.down)).map { "\($0)" }
        }
    }
}

extension QueryEncoder.KeyStyle {
    /// Returns the encoded name of a property.
    func name(of key: some CodingKey) -> String {
        switch self {
        case .asIs: key.stringValue
        case .snakeCase: SnakeCase.encode(key.stringValue)
        }
    }
}
