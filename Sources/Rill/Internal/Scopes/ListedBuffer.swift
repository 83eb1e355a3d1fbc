/// An object that can pause the source of a subscription and that a registry lists.
protocol ListedBuffer: AnyObject, Sendable {
    /// The scope that the object pauses.
    var pausedScope: Scope { get }

    /// The number of buffered events.
    var bufferedCount: Int { get }
}

extension ListedBuffer {
    /// Whether the object has paused a source that has not ended.
    var isPausing: Bool { pausedScope.isPausedByOwner && !pausedScope.isStopped }

    /// Adds the object to the record of the subscription, if there is one.
    ///
    /// The object must call `unlist` before it is deallocated.
    func list() { pausedScope.attributes?.values.record?.add(self) }

    func unlist() { pausedScope.attributes?.values.record?.remove(self) }
}
