/// Functions for media types in the format of `Content-Type`, for example `text/html; charset=utf-8`.
enum MediaType {
    /// Returns the type in lowercase without its parameters.
    static func name(of type: String) -> String {
        type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    /// Returns the unquoted value of a parameter, or `nil` if it does not exist.
    static func parameter(_ name: String, of type: String) -> String? {
        for part in type.split(separator: ";").dropFirst() where isParameter(part, name) {
            return part.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" && !$0.isWhitespace }
        }
        return nil
    }

    /// Replaces the value of an existing parameter.
    static func setting(_ name: String, to value: String, in type: String) -> String {
        type.split(separator: ";", omittingEmptySubsequences: false)
            .map { isParameter($0, name) ? " \(name)=\(value)" : String($0) }
            .joined(separator: ";")
    }

    private static func isParameter(_ part: Substring, _ name: String) -> Bool {
        part.prefix { $0 != "=" }.lowercased().filter { !$0.isWhitespace } == name && part.contains("=")
    }
}
