import Qiita
import ScriptSupport

extension ArgumentReader {
    mutating func sort() throws(UsageError) -> TagSort {
        let text = try value()
        guard let sort = [TagSort.count, .name].first(where: { $0.rawValue == text }) else {
            throw UsageError("\(option) needs count or name, not \"\(text)\"")
        }
        return sort
    }
}

/// The value of `--base-url`.
enum BaseURL {
    /// Returns the address without slashes at its end.
    static func check(_ text: String) throws(UsageError) -> String {
        guard !text.contains("@") else {
            throw UsageError("--base-url takes no user and password; use --token")
        }
        do {
            try Address.check(text)
        } catch .space {
            throw unfit(text)
        } catch {
            throw UsageError("--base-url needs an address like http://127.0.0.1:8080/api/v2, not \"\(text)\"")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" }) else { throw unfit(text) }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }

    private static func unfit(_ text: String) -> UsageError {
        UsageError("--base-url needs an address without spaces, query and fragment, not \"\(text)\"")
    }
}

/// The value of `--token` and `QIITA_TOKEN`.
enum Token {
    static func check(_ token: String, from source: String) throws(UsageError) -> String {
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw UsageError("the token in \(source) has spaces or characters that no token has")
        }
        return token
    }
}
