internal import Rill
internal import RillHTTP

extension Observable<Void> {
    /// Takes it for done if what was to be deleted is gone when the request is sent once more: an earlier attempt did it.
    func acceptingRepeatedDeletion(_ code: AzureStorageError.Code) -> Observable {
        self.catch(as: APIError.self) { error in
            guard error.azureStorage?.code == code, error.mayHaveBeenCarriedOutBefore else { throw error }
            return .just(())
        }
    }
}

extension APIError {
    /// Whether an attempt before the last one may have done what was asked for, though its answer did not say so.
    fileprivate var mayHaveBeenCarriedOutBefore: Bool {
        guard attempts > 1 else { return false }
        return history.isEmpty || history.dropLast().contains { $0.failure?.code.isUnsent != true }
    }
}

extension TransportError.Code {
    fileprivate var isUnsent: Bool { self == .couldNotResolve || self == .couldNotConnect }
}
