internal import RillHTTP

extension Observable<Void> {
    /// Treats errors with one of the codes as success if an earlier attempt may already have deleted the resource.
    func succeedingIfAlreadyDeleted(_ codes: AzureStorageError.Code...) -> Observable {
        self.catch(as: APIError.self) { error in
            guard let code = error.azureStorage?.code, codes.contains(code), error.earlierAttemptMayHaveSucceeded
            else { throw error }
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
                let isRejected = attempt.status == .tooManyRequests || attempt.status == .serviceUnavailable
                return !isRejected && attempt.failure?.isUnsent != true
            }
    }
}
