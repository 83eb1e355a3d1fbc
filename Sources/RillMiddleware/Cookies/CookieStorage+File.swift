internal import Foundation
internal import RillHTTP
internal import RillSystem

extension CookieStorage {
    /// Adds the cookies of a file in the Netscape format.
    ///
    /// Each line has seven fields, separated by tabs: the domain, whether it includes subdomains, the path, whether the
    /// cookie is secure, the expiration in seconds since 1970, the name, and the value.
    /// The prefix `#HttpOnly_` marks an `HttpOnly` cookie; other lines that begin with `#` are comments. Cookies that have
    /// expired are ignored. The format has no `SameSite` attribute.
    ///
    /// Files of other programs are accepted: an empty expiration, 0, or -1 means a session cookie, and a cookie of an IP
    /// address or of a host with a single label, such as `localhost`, never includes subdomains. If the file has more than
    /// 3,000 cookies, the last ones are added.
    ///
    /// Blocks the thread.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``CookieError`` if the file cannot be read, or with the number of the first invalid line. In this case, no
    ///   cookies are added.
    public func load(from path: String) throws(CookieError) {
        let bytes: [UInt8]
        do {
            let file = try FileReader(path)
            guard file.size <= CookieFile.maximumSize else {
                throw CookieError("the file has more than \(CookieFile.maximumSize) bytes", path: path)
            }
            bytes = try file.read(upTo: file.size)
        } catch {
            let reason = (error as? FileReader.ReadingError)?.reason ?? "\(error)"
            throw error as? CookieError ?? CookieError(reason, path: path)
        }
        add(try CookieFile.parse(bytes, path: path))
    }

    /// Writes all cookies that have not expired to a file in the Netscape format.
    ///
    /// Only the user can access the file (mode 0600). An existing file is replaced atomically; a symbolic link is replaced
    /// and not followed. Session cookies are also written. Cookies with a tab in the name, the value, or the path are
    /// omitted, because the format cannot represent them.
    ///
    /// Blocks the thread.
    ///
    /// - Parameter path: The path of the file. Its folder must exist.
    /// - Throws: ``/RillHTTP/FileWritingError``.
    public func save(to path: String) throws {
        do {
            let text = CookieFile.text(of: cookies)
            try FileSystemCalls().replaceFile(at: path, with: Array(text.utf8), permissions: 0o600)
        } catch {
            throw FileWritingError(path: path, errorNumber: error.number)
        }
    }
}

/// The Netscape format of cookie files.
enum CookieFile {
    /// The maximum size of a file in bytes.
    ///
    /// A file with the maximum number of cookies, each of the maximum size, is smaller.
    static let maximumSize = 64 << 20

    private static let httpOnlyPrefix = "#HttpOnly_"

    static func parse(_ bytes: [UInt8], path: String) throws(CookieError) -> [Cookie] {
        var cookies: [Cookie] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            let error = { (reason: String) in CookieError(reason, path: path, line: index + 1) }
            guard let text = String(validating: line, as: UTF8.self) else { throw error("the line is not UTF-8") }
            if line.first == UInt8(ascii: "#"), !text.hasPrefix(httpOnlyPrefix) { continue }
            cookies.append(try cookie(text, error))
        }
        return cookies
    }

    private static func cookie(_ line: String, _ error: (String) -> CookieError) throws(CookieError) -> Cookie {
        let isHTTPOnly = line.hasPrefix(httpOnlyPrefix)
        var fields = line.dropFirst(isHTTPOnly ? httpOnlyPrefix.count : 0)
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        // Some programs omit the tab before an empty value.
        if fields.count == 6 { fields.append("") }
        guard fields.count == 7 else { throw error("expected 7 fields separated by tabs, found \(fields.count)") }
        guard let includesSubdomains = flag(fields[1]) else { throw error("the second field must be TRUE or FALSE") }
        guard let isSecure = flag(fields[3]) else { throw error("the fourth field must be TRUE or FALSE") }
        guard let seconds = fields[4].isEmpty ? 0 : Int(fields[4]), seconds >= -1 else {
            throw error("the fifth field must be a number of seconds since 1970")
        }
        var cookie = Cookie(
            fields[5], fields[6], domain: fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0],
            includesSubdomains: includesSubdomains, path: fields[2], isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            expiration: seconds <= 0 ? nil : Date(timeIntervalSince1970: Double(seconds)))
        // curl and browsers write `.localhost` and `TRUE`.
        if CookieDomain.isPublic(cookie.domain) { cookie.includesSubdomains = false }
        if let problem = cookie.problem { throw error(problem) }
        return cookie
    }

    private static func flag(_ text: String) -> Bool? {
        switch text.uppercased() {
        case "TRUE": true
        case "FALSE": false
        default: nil
        }
    }

    static func text(of cookies: [Cookie]) -> String {
        var text = "# Netscape HTTP Cookie File\n# The values are secrets.\n\n"
        for cookie in cookies {
            let fields = [
                (cookie.isHTTPOnly ? httpOnlyPrefix : "") + (cookie.includesSubdomains ? "." : "") + cookie.domain,
                cookie.includesSubdomains ? "TRUE" : "FALSE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
                String(cookie.expiration.map(seconds) ?? 0), cookie.name, cookie.value,
            ]
            if fields.contains(where: { $0.utf8.contains(0x09) }) { continue }
            text += fields.joined(separator: "\t") + "\n"
        }
        return text
    }

    /// Returns a date in seconds since 1970, rounded up and at least 1, because 0 means a session cookie.
    private static func seconds(_ date: Date) -> Int64 {
        let interval = date.timeIntervalSince1970.rounded(.up)
        return interval > 1 ? Int64(min(interval, 253_402_300_799)) : 1
    }
}
