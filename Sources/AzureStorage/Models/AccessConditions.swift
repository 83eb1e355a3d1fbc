public import Foundation
internal import RillHTTP

/// In which state something has to be for a request to be carried out.
///
///     blobs.upload(body, to: blob, conditions: .isNew)                        // fails if there is one already
///     blobs.delete(blob, conditions: .matches(properties.eTag))               // fails if somebody has changed it
///
/// If it is not: ``AzureStorageError/Code/conditionNotMet`` with status 412, ``AzureStorageError/Code/blobAlreadyExists`` with
/// 409 for ``isNew``, and status 304 for reads of what has not changed.
public struct AccessConditions: Sendable, Hashable {
    /// The state that it has to have; `*` for any.
    public var matching: ETag?

    /// The state that it must not have; `*` for any, that is, it must not exist.
    public var notMatching: ETag?

    /// When it has to have been changed since; to the second.
    public var modifiedSince: Date?

    /// When it must not have been changed since; to the second.
    public var unmodifiedSince: Date?

    /// Creates conditions.
    ///
    /// - Parameters:
    ///   - matching: The state that it has to have.
    ///   - notMatching: The state that it must not have.
    ///   - modifiedSince: When it has to have been changed since.
    ///   - unmodifiedSince: When it must not have been changed since.
    public init(
        matching: ETag? = nil, notMatching: ETag? = nil, modifiedSince: Date? = nil, unmodifiedSince: Date? = nil
    ) {
        self.matching = matching
        self.notMatching = notMatching
        self.modifiedSince = modifiedSince
        self.unmodifiedSince = unmodifiedSince
    }

    /// There is none of that name yet.
    public static let isNew = AccessConditions(notMatching: .any)

    /// It exists, whatever its state.
    public static let exists = AccessConditions(matching: .any)

    /// It has a certain state, and nobody has changed it.
    ///
    /// - Parameter tag: The state.
    /// - Returns: The conditions.
    public static func matches(_ tag: ETag) -> AccessConditions { AccessConditions(matching: tag) }

    func add(to fields: inout HTTPFields) {
        if let matching { fields[.ifMatch] = matching.rawValue }
        if let notMatching { fields[.ifNoneMatch] = notMatching.rawValue }
        if let modifiedSince { fields[.ifModifiedSince] = HTTPDate.text(modifiedSince) }
        if let unmodifiedSince { fields[.ifUnmodifiedSince] = HTTPDate.text(unmodifiedSince) }
    }
}
