public import Foundation
public import Rill
internal import RillHTTP
internal import RillSystem

/// A file that stores a token, so that later runs and other processes can use it.
///
///     let file = OAuthTokenFile(path: "/home/bob/.example/token.json")
///     try await file.save(token).firstValue()
///
/// The file contains JSON in the format of a server response. Only its owner can read it (mode `0600`). It is replaced
/// atomically, so readers find the previous or the new token. Writers hold a lock on a second file, whose name ends
/// with `.lock` and which remains in the folder. ``OAuthCredentials`` holds the lock while it renews the token, so that
/// only one of several processes renews it.
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
    /// Fails with an ``OAuthTokenFileError`` if the file cannot be written, is a symbolic link, or is in a folder that does
    /// not support file locks, if another process holds the lock for more than 2 minutes, or if a token is empty or contains
    /// characters other than printable ASCII characters.
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

    /// Checks that a token could be stored, without changing the file.
    ///
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    public func checkWriting() -> Observable<Void> {
        withLock(ConcurrentDispatchQueueScheduler()) { _ in .just(()) }
    }

    /// Returns the values of a stream that is subscribed to while the lock is held.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler used to wait for the lock.
    ///   - body: A closure that returns the stream.
    func withLock<Element: Sendable>(
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
                    reason: "timed out after \(Self.lockTimeout.components.seconds) s waiting for another process that "
                        + "uses the file. Try again, or check the process that holds \(path).lock")
            }
            .flatMap { writer in .using({ writer }, body, release: { $0.close() }) }
    }

    func read() throws -> OAuthToken? {
        let content = try OAuthTokenFileError.converting(path) {
            try FileSystemCalls.content(at: path, upTo: Self.maximumSize + 1)
        }
        guard let (status, bytes) = content else { return nil }
        guard status.isRegular else { throw OAuthTokenFileError.notRegular(path) }
        guard status.isOwn, status.permissions & 0o077 == 0 else {
            throw OAuthTokenFileError(
                path: path, reason: "other users can access it. Change its owner to your user and its mode to 0600")
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
public struct OAuthTokenFileError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The path of the file.
    public let path: String

    /// The description of the cause, without the content of the file.
    public let reason: String

    /// The description of the failure, with the path and the reason.
    public var description: String { "cannot use the token file \(path): \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }

    /// Returns the error for a folder, a symbolic link, or another special file in place of the file.
    static func notRegular(_ path: String) -> OAuthTokenFileError {
        OAuthTokenFileError(path: path, reason: "it is not a regular file. Choose another path")
    }

    /// Calls a closure and converts its system errors.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - prefix: The beginning of the reason. Defaults to an empty text.
    ///   - work: The closure.
    static func converting<Value>(_ path: String, _ prefix: String = "", _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(path: path, reason: prefix + advice(failure.number))
        }
    }

    /// Returns a system error message with advice.
    static func advice(_ number: Int32) -> String {
        let action =
            switch number {
            case ENOSPC, EDQUOT: "Free space on the disk"
            case ELOOP: "Use the path of the file instead of a symbolic link"
            case ENOLCK, ENOTSUP, ENOSYS, EINVAL: "The folder does not support file locks. Use a folder on a local disk"
            case EACCES, EPERM, EROFS: "Use a folder and a file that belong to your user and are writable"
            case ENOENT, ENOTDIR: "Use a folder that exists and is writable"
            default: "Try again, or choose another path"
            }
        return "\(FileSystemCalls.text(of: number)). \(action)"
    }
}
