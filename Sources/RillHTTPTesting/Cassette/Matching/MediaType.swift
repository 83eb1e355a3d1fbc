/// Media types as `Content-Type` has them: `text/html; charset=utf-8`.
enum MediaType {
    /// The type without its parameters, in lower case.
    static func name(of type: String) -> String {
        type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    /// A parameter, without quotes; nil if there is none of that name.
    static func parameter(_ name: String, of type: String) -> String? {
        for part in type.split(separator: ";").dropFirst() where isParameter(part, name) {
            return part.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" && !$0.isWhitespace }
        }
        return nil
    }

    /// The type with another value for a parameter that it has.
    static func setting(_ name: String, to value: String, in type: String) -> String {
        type.split(separator: ";", omittingEmptySubsequences: false)
            .map { isParameter($0, name) ? " \(name)=\(value)" : String($0) }
            .joined(separator: ";")
    }

    private static func isParameter(_ part: Substring, _ name: String) -> Bool {
        part.prefix { $0 != "=" }.lowercased().filter { !$0.isWhitespace } == name && part.contains("=")
    }
}
