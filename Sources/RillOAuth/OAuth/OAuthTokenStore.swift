internal import Foundation
internal import Rill

/// The token in a file, and a new token that has not been stored yet.
final class OAuthTokenStore: @unchecked Sendable {  // `unsaved` is guarded by `lock`
    private struct Unsaved {
        let token: OAuthToken

        /// The stored token that was renewed, or `nil` if the new token replaces any stored one.
        let previous: OAuthToken?
    }

    private let file: OAuthTokenFile
    private let scheduler: any Scheduler
    private let lock = NSLock()
    private var unsaved: Unsaved?

    init(_ file: OAuthTokenFile, _ scheduler: any Scheduler) {
        self.file = file
        self.scheduler = scheduler
    }

    /// Returns the stored token, or renews it while the file is locked.
    ///
    /// The file is locked only for a renewal, so that a valid token in a read-only folder can be used.
    ///
    /// - Parameters:
    ///   - isUsable: A closure that returns whether the stored token needs no renewal.
    ///   - renew: A closure that returns the new token for the stored one.
    /// - Returns: A cold observable that emits the token after it has been stored.
    func token(
        _ isUsable: @escaping @Sendable (OAuthToken) -> Bool,
        renew: @escaping @Sendable (OAuthToken) throws -> Observable<OAuthToken>
    ) -> Observable<OAuthToken> {
        .deferred { [self] in
            if lock.withLock({ unsaved == nil }) {
                let stored = try required(file.read())
                if isUsable(stored) { return .just(stored) }
            }
            return file.withLock(scheduler) { [self] writer in
                let stored = try required(synchronized(writer))
                if isUsable(stored) { return .just(stored) }
                return try renew(stored).map { [self] token in
                    try write(Unsaved(token: token, previous: stored), writer)
                    return token
                }
            }
        }
    }

    /// Stores a token instead of any stored one.
    ///
    /// If the file cannot be written, the next call to ``token(_:renew:)`` tries again.
    func replace(with token: OAuthToken) {
        lock.withLock { unsaved = Unsaved(token: token, previous: nil) }
        _ = file.withLock(scheduler) { [self] writer in .just(try synchronized(writer)) }
            .subscribe(onNext: { _ in }, onError: { _ in })
    }

    private func required(_ token: OAuthToken?) throws(OAuthSignInError) -> OAuthToken {
        guard let token else {
            throw OAuthSignInError(
                .signInRequired, "the file \(file.path) contains no token. Sign in and save the token")
        }
        return token
    }

    /// Stores the unsaved token and returns the stored token.
    ///
    /// If the file no longer contains the token that was renewed, the user has signed in again, and the renewed token
    /// is dropped.
    private func synchronized(_ writer: OAuthTokenWriter) throws -> OAuthToken? {
        guard let unsaved = lock.withLock({ self.unsaved }) else { return try file.read() }
        if let previous = unsaved.previous {
            let stored = try file.read()
            guard stored == previous else {
                finish(unsaved)
                return stored
            }
        }
        try write(unsaved, writer)
        try writer.reserve()
        return try file.read()
    }

    private func write(_ new: Unsaved, _ writer: OAuthTokenWriter) throws {
        // A replacement during the renewal is stored later.
        lock.withLock { if unsaved == nil { unsaved = new } }
        try writer.write(new.token)
        finish(new)
    }

    private func finish(_ saved: Unsaved) {
        lock.withLock { if unsaved?.token == saved.token { unsaved = nil } }
    }
}
