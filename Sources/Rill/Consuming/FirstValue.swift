extension ObservableConvertible {
    /// Waits for the first value, then disposes the source.
    ///
    ///     let tags = try await client.tags().firstValue()
    ///
    /// Cancelling the task disposes the subscription.
    ///
    /// - Parameters:
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: The first value.
    /// - Throws: The stream's error; ``StreamError/Code/noElements`` if it completes without a value; a
    ///   `CancellationError` if the task is cancelled.
    public func firstValue(file: StaticString = #fileID, line: UInt = #line) async throws -> Element {
        let iterator = take(1, file: file, line: line)
            .values(at: .subscription("firstValue", Place(file, line))).makeAsyncIterator()
        return try await iterator.firstElement()
    }

    /// Waits for the stream to complete.
    ///
    /// Cancelling the task disposes the subscription.
    ///
    /// - Parameters:
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: All values, in order.
    /// - Throws: The stream's error; a `CancellationError` if the task is cancelled.
    public func collected(file: StaticString = #fileID, line: UInt = #line) async throws -> [Element] {
        let iterator = toArray(file: file, line: line)
            .values(at: .subscription("collected", Place(file, line))).makeAsyncIterator()
        return try await iterator.firstElement()
    }
}

extension ObservableValues.Iterator {
    fileprivate consuming func firstElement() async throws -> Element {
        guard let element = try await next() else { throw StreamError.noElements }
        return element
    }
}
