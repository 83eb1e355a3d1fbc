internal import RillHTTP

extension Observable<Void> {
    /// Treats a "not found" error as success if an earlier attempt may already have deleted the resource.
    func succeedingIfAlreadyDeleted(_ code: AzureStorageError.Code) -> Observable {
        self.catch(as: APIError.self) { error in
            guard error.azureStorage?.code == code, error.earlierAttemptMayHaveSucceeded else { throw error }
            return .just(())
        }
    }
}

extension APIError {
    /// Whether the service may have executed an attempt before the last one.
    fileprivate var earlierAttemptMayHaveSucceeded: Bool {
        guard attempts > 1 else { return false }
        return history.isEmpty
            || history.dropLast().contains { attempt in
                // The service does not execute requests that it rejects because of its load.
                let isRejected = attempt.status.map { $0 == .tooManyRequests || $0 == .serviceUnavailable } ?? false
                return !isRejected && attempt.failure?.isUnsent != true
            }
    }
}
