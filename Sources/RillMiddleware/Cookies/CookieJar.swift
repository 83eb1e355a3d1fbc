internal import Foundation
internal import RillHTTP

/// The cookies of a storage, without a lock.
///
/// - SeeAlso: RFC 6265bis, 5.7 and 5.8.
struct CookieJar: Sendable {
    /// The maximum number of cookies per domain, as in browsers.
    static let maximumCountPerDomain = 50
    static let maximumCount = 3_000

    /// The number of cookies above which the least recently used ones are removed.
    ///
    /// Several are removed at once, because all cookies must be compared.
    private static let evictionCount = maximumCount + maximumCount / 8

    private struct Entry: Sendable {
        var cookie: Cookie

        /// The sequence number of the creation.
        var created: Int

        /// The sequence number of the last use.
        var used: Int

        /// The order of eviction from a domain: the least recently used cookies first, secure cookies last.
        var evictionOrder: (Int, Int) { (cookie.isSecure ? 1 : 0, used) }

        func isExpired(at now: Date) -> Bool { cookie.expiration.map { $0 <= now } ?? false }
    }

    private var entries: [String: [Entry]] = [:]
    private var counter = 0

    private mutating func nextNumber() -> Int {
        counter += 1
        return counter
    }

    /// The cookies that have not expired, the oldest first.
    func cookies(at now: Date) -> [Cookie] {
        let entries = entries.values.joined().filter { !$0.isExpired(at: now) }
        return entries.sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// Returns the cookies for a request in the order in which they are sent: longer paths first, then older cookies.
    mutating func cookies(for request: HTTPRequest, at now: Date) -> [Cookie] {
        guard !entries.isEmpty, let host = CookieDomain.host(of: request) else { return [] }
        let path = CookiePath.path(of: request)
        let number = nextNumber()
        var found: [Entry] = []
        for domain in CookieDomain.parents(of: host) {
            guard var list = entries[domain] else { continue }
            list.removeAll { $0.isExpired(at: now) }
            for index in list.indices {
                let cookie = list[index].cookie
                guard cookie.includesSubdomains || host == domain, !cookie.isSecure || request.scheme == "https",
                    CookiePath.matches(path, cookie.path)
                else { continue }
                list[index].used = number
                found.append(list[index])
            }
            entries[domain] = list.isEmpty ? nil : list
        }
        found.sort { (-$0.cookie.path.utf8.count, $0.created) < (-$1.cookie.path.utf8.count, $1.created) }
        return found.map(\.cookie)
    }

    /// Adds the cookies that a response to a request sets.
    mutating func store(_ fields: [String], from request: HTTPRequest, at now: Date) {
        for field in fields {
            guard let cookie = SetCookie(field)?.cookie(for: request, at: now),
                request.scheme == "https" || !shadowsSecureCookie(cookie, at: now)
            else { continue }
            insert([cookie], at: now)
        }
    }

    /// Returns whether a cookie from `http` would be sent together with a secure cookie of the same name, or instead of it.
    private func shadowsSecureCookie(_ cookie: Cookie, at now: Date) -> Bool {
        let candidates =
            CookieDomain.parents(of: cookie.domain) + entries.keys.filter { CookieDomain.matches($0, cookie.domain) }
        return candidates.contains { domain in
            entries[domain, default: []].contains {
                $0.cookie.isSecure && !$0.isExpired(at: now) && $0.cookie.name == cookie.name
                    && CookiePath.matches(cookie.path, $0.cookie.path)
            }
        }
    }

    /// Adds valid cookies, each of which replaces the cookie with the same name, domain and path, or only removes that one
    /// if it has expired.
    mutating func insert(_ cookies: [Cookie], at now: Date) {
        for cookie in cookies { add(cookie, at: now) }
        evictExcess(at: now)
    }

    private mutating func add(_ cookie: Cookie, at now: Date) {
        let number = nextNumber()
        let entry = Entry(cookie: cookie, created: remove(cookie) ?? number, used: number)
        guard !entry.isExpired(at: now) else { return }
        entries[cookie.domain, default: []].append(entry)
        evictExcess(from: cookie.domain, at: now)
    }

    /// Removes the cookie with the same name, domain and path.
    ///
    /// - Returns: The sequence number of its creation, or `nil` if there is no such cookie.
    @discardableResult
    mutating func remove(_ cookie: Cookie) -> Int? {
        let list = entries[cookie.domain, default: []]
        let index = list.firstIndex {
            $0.cookie.name == cookie.name && $0.cookie.path == cookie.path
                && $0.cookie.includesSubdomains == cookie.includesSubdomains
        }
        guard let index else { return nil }
        let old = entries[cookie.domain]?.remove(at: index)
        if list.count == 1 { entries[cookie.domain] = nil }
        return old?.created
    }

    /// Enforces the limit of a domain after a cookie was added.
    private mutating func evictExcess(from domain: String, at now: Date) {
        guard let list = entries[domain], list.count > Self.maximumCountPerDomain else { return }
        entries[domain] = list.filter { !$0.isExpired(at: now) }
        guard list.count == entries[domain]?.count,
            let index = list.indices.min(by: { list[$0].evictionOrder < list[$1].evictionOrder })
        else { return }
        entries[domain]?.remove(at: index)
    }

    /// Enforces the total limit.
    private mutating func evictExcess(at now: Date) {
        guard entries.values.reduce(0, { $0 + $1.count }) > Self.evictionCount else { return }
        for (domain, list) in entries {
            let rest = list.filter { !$0.isExpired(at: now) }
            entries[domain] = rest.isEmpty ? nil : rest
        }
        let rest = entries.values.joined().sorted { $0.used < $1.used }
        for entry in rest.prefix(max(0, rest.count - Self.maximumCount)) { remove(entry.cookie) }
    }
}
