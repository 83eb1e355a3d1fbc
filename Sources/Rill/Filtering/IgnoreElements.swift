extension ObservableConvertible {
    /// Ignores all elements and forwards only the terminal event.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------|       source.ignoreElements()
    ///
    /// ![A marble diagram of `ignoreElements`.](ignoreElements)
    ///
    /// By default the element type is `Never`, because the result emits no elements. To concatenate the result with
    /// another stream, specify the element type of that stream:
    ///
    ///     upload.ignoreElements(as: String.self).concat(names)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter type: The element type of the result. Defaults to `Never`.
    /// - Returns: An observable that emits no elements and terminates with the source.
    /// - Complexity: O(1) per element.
    @inlinable
    public func ignoreElements<Result: Sendable>(
        as type: Result.Type = Never.self, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            attach(Observer(observer.scope) { observer.forward($0, "ignoreElements", location) { _ in } })
        }
    }
}
