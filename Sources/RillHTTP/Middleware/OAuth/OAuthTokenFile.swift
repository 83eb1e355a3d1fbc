internal import Foundation
public import Rill

/// A file that stores a token for several runs and processes.
///
///     let file = OAuthTokenFile(path: "/home/bob/.example/token.json")
///     try await file.save(token).firstValue()
///
/// The file contains JSON in the format of a server response. Only its owner can read it (mode `0600`). It is replaced
/// atomically, so that a reader finds the previous or the new token. Writers hold a lock of a second file, whose name ends
/// with `.lock` and which remains in the folder. ``OAuthCredentials`` holds the lock while it renews the token, so that
/// several processes renew it once.
public struct OAuthTokenFile: Sendable, Hashable {
    /// The path of the file.
    public let path: String

    /// The maximum time to wait for another process.
    static let lockTimeout = Duration.seconds(120)

    /// The maximum size of a file.
    private static let maximumSize = 1 << 20

    /// Creates a token file.
    ///
    /// - Parameter path: The path of the file. Its folder must exist when a token is saved.
    public init(path: String) {
        self.path = path
    }

    /// Returns the stored token.
    ///
    /// ## Errors
    /// Fails with an ``OAuthTokenFileError`` if the file cannot be read, is damaged, or is accessible to other users.
    ///
    /// - Returns: A cold observable that emits the token, or `nil` if the file does not exist, and then completes.
    public func load() -> Observable<OAuthToken?> {
        .deferred { .just(try read()) }
    }

    /// Stores a token.
    ///
    /// Waits while another process renews the stored token.
    ///
    /// ## Errors
    /// Fails with an ``OAuthTokenFileError`` if the file cannot be written, or another process holds the lock for more than
    /// 2 minutes.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - scheduler: The scheduler used to wait for the lock.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    public func save(
        _ token: OAuthToken, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) -> Observable<Void> {
        withLock(scheduler) { writer in
            try writer.write(token)
            return .just(())
        }
    }

    /// Replaces the stored token while the lock is held.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler used to wait for the lock.
    ///   - transform: A closure that returns the new token for the stored one.
    /// - Returns: A cold observable that emits the new token after it has been stored.
    func update(
        _ scheduler: any Scheduler, _ transform: @escaping @Sendable (OAuthToken?) throws -> Observable<OAuthToken>
    ) -> Observable<OAuthToken> {
        withLock(scheduler) { writer in
            let stored = try read()
            return try transform(stored).map { token in
                if token != stored { try writer.write(token) }
                return token
            }
        }
    }

    private func withLock<Element: Sendable>(
        _ scheduler: any Scheduler, _ body: @escaping @Sendable (OAuthTokenWriter) throws -> Observable<Element>
    ) -> Observable<Element> {
        Observable<OAuthTokenWriter?>.deferred { .just(try OAuthTokenWriter(path)) }
            .poll(every: .milliseconds(50), until: { $0 != nil }, scheduler: scheduler)
            .compactMap(\.self)
            .timeout(Self.lockTimeout, scheduler: scheduler)
            .mapError { error in
                guard (error as? StreamError)?.code == .timeout else { return error }
                return OAuthTokenFileError(
                    path: path,
                    reason: "timed out after \(Self.lockTimeout) waiting for another process that uses the file. "
                        + "End that process")
            }
            .flatMap { writer in .using({ writer }, body, release: { $0.close() }) }
    }

    private func read() throws -> OAuthToken? {
        let bytes: [UInt8]
        do {
            guard FileSystemCalls.status(at: path, followsLinks: false) != nil else { return nil }
            let descriptor = try FileSystemCalls.open(path, .read)
            defer { FileSystemCalls.close(descriptor) }
            let status = try FileSystemCalls.status(of: descriptor)
            guard status.isRegular else {
                throw OAuthTokenFileError(path: path, reason: "it is not a regular file. Choose another path")
            }
            guard status.isOwn, status.permissions & 0o077 == 0 else {
                throw OAuthTokenFileError(
                    path: path, reason: "other users can access it. Change its owner to your user and its mode to 0600")
            }
            bytes = try FileSystemCalls.read(descriptor, upTo: Self.maximumSize + 1)
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(path: path, reason: FileSystemCalls.text(of: failure.number))
        }
        // The error of the decoder could contain a part of the token.
        guard bytes.count <= Self.maximumSize,
            let token = try? JSONDecoder().decode(OAuthToken.self, from: Data(bytes))
        else {
            throw OAuthTokenFileError(
                path: path, reason: "it does not contain a valid token. Remove the file and sign in again")
        }
        return token
    }
}

/// An error that occurs while reading or writing a token file.
///
///     cannot use the token file /home/bob/token.json: it does not contain a valid token. Remove the file and sign in again
public struct OAuthTokenFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String

    /// The description of the cause, without the content of the file.
    public let reason: String

    /// The description of the failure, with the path and the reason.
    public var description: String { "cannot use the token file \(path): \(reason)" }
}
