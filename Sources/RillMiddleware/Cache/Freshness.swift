internal import Foundation
internal import RillHTTP

/// The decision on how a stored response can be used for a request.
enum CacheDecision: Equatable {
    /// The response is used without a request. Its age is reported in the `Age` field.
    case use(age: Duration)

    /// The response is used while a background request revalidates it (RFC 5861, 3).
    case useWhileRevalidating(age: Duration)

    /// The response must be revalidated.
    ///
    /// If `canUseOnError` is `true`, it can be used if the server cannot be reached (RFC 5861, 4).
    case revalidate(canUseOnError: Bool)
}

/// The age and the freshness of stored responses.
///
/// - SeeAlso: RFC 9111, 4.2.
extension StoredResponse {
    /// The maximum difference between the clocks of processes that share a storage.
    private static let clockTolerance = Duration.seconds(60)

    /// Returns the freshness lifetime of a response, or `nil` if the server does not specify one.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - received: The time since 1970 when the head arrived, for responses without a valid `Date`.
    ///   - control: The directives of the response.
    static func lifetime(_ head: HTTPResponse, received: Duration, _ control: CacheControl) -> Duration? {
        if control.contains("no-cache") { return .zero }
        if let maximum = control.seconds("max-age") { return maximum }
        guard let expires = head.headerFields[values: .expires].first else { return nil }
        // An invalid date such as `0` means expired. Both dates come from the server, so its clock may be wrong.
        guard isDate(expires), let end = Date(httpDate: expires) else { return .zero }
        let sent = head.headerFields[values: .date].first.flatMap { Date(httpDate: $0) }
        let date = sent ?? Date(timeIntervalSince1970: received / .seconds(1))
        return .seconds(min(max(0, end.timeIntervalSince(date)), CacheControl.maximumSeconds))
    }

    /// Returns whether a text is a date in one of the HTTP formats, ignoring case.
    ///
    /// `HTTPDate` also accepts other time zones, and hyphens before a year with four digits. In `Expires`, such a date
    /// means expired (RFC 9111, 5.3).
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let hasShortYear = parts.count == 3 && parts[2].prefix { $0.isNumber }.count == 2
        let hasZone = text.lowercased().hasSuffix(" gmt") || !text.contains(",")
        return hasZone && (parts.count == 1 || hasShortYear)
    }

    /// Returns the current age (RFC 9111, 4.2.3, without the apparent age, which requires synchronized clocks).
    func age(at now: Duration) -> Duration { initialAge + max(now - received, .zero) }

    /// Returns how the response can be used for a request.
    func decision(for request: HTTPRequest, at now: Duration) -> CacheDecision {
        let requestControl = CacheControl(request)
        let age = age(at: now)
        let lifetime = Self.lifetime(head, received: received, control) ?? .zero
        let staleness = age - lifetime
        let canBeStale = !needsRevalidation && !control.contains("must-revalidate") && !control.contains("no-cache")
        let revalidation = CacheDecision.revalidate(
            canUseOnError: canBeStale && !requestControl.contains("no-cache")
                && [control, requestControl].contains { $0.seconds("stale-if-error").map { staleness <= $0 } ?? false })
        // A response with a time in the future was stored by a process with a different clock.
        guard !needsRevalidation, !requestControl.contains("no-cache"), received <= now + Self.clockTolerance else {
            return revalidation
        }
        let isFresh = staleness < .zero
        // A reload does not revalidate a fresh immutable response (RFC 8246).
        if let maximum = requestControl.seconds("max-age"), age > maximum, !(isFresh && control.contains("immutable")) {
            return revalidation
        }
        if let margin = requestControl.seconds("min-fresh") {
            return lifetime - age > margin ? .use(age: age) : revalidation
        }
        if isFresh { return .use(age: age) }
        guard canBeStale else { return revalidation }
        if let limit = requestControl.maximumStaleness, staleness <= limit { return .use(age: age) }
        if let limit = control.seconds("stale-while-revalidate"), staleness <= limit {
            return .useWhileRevalidating(age: age)
        }
        return revalidation
    }
}
