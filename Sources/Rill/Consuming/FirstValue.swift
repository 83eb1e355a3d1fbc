extension ObservableConvertible {
    /// Returns the first element and disposes the source.
    ///
    ///     let tags = try await client.tags().firstValue()
    ///
    ///     result   1                 try await Observable.of(1, 2, 3).firstValue()
    ///
    /// ![A marble diagram of `firstValue`.](firstValue)
    ///
    /// Canceling the task disposes the subscription. When this method returns, the resources of the source have been
    /// released.
    ///
    /// - Returns: The first element.
    /// - Throws: The stream's error, ``StreamError/Code/noElements`` if the stream completes without emitting an
    ///   element, or `CancellationError` if the task is canceled.
    public func firstValue(file: StaticString = #fileID, line: UInt = #line) async throws -> Element {
        try await take(1, file: file, line: line).onlyElement("firstValue", CallSite(file, line))
    }

    /// Returns all elements when the stream completes.
    ///
    ///     result   a                 try await Observable.of(1, 2, 3).collected()
    ///     where    a = [1, 2, 3]
    ///
    /// ![A marble diagram of `collected`.](collected)
    ///
    /// Canceling the task disposes the subscription. When this method returns, the resources of the source have been
    /// released.
    ///
    /// - Returns: The elements, in order.
    /// - Throws: The stream's error, or `CancellationError` if the task is canceled.
    public func collected(file: StaticString = #fileID, line: UInt = #line) async throws -> [Element] {
        try await toArray(file: file, line: line).onlyElement("collected", CallSite(file, line))
    }
}

extension Observable {
    fileprivate func onlyElement(_ name: StaticString, _ location: CallSite) async throws -> Element {
        var iterator = values(at: .subscription(name, location)).makeAsyncIterator()
        guard let element = try await iterator.next() else { throw StreamError.missingElement }
        // The stream ends after this element, and the sequence ends when the resources have been released.
        _ = try? await iterator.next()
        return element
    }
}
