public import Rill

extension ObservableConvertible {
    /// Emits the elements of each page in order.
    ///
    ///     source   ---A--------B----|
    ///     result   ---(123)----(456)|
    ///
    ///     client.pages(Search(), by: .linkHeader).elements { $0.items }
    ///
    /// The source is paused until the last element of a page has been delivered, so that pages are requested only on
    /// demand.
    ///
    /// ## Errors
    /// Forwards the source's error and errors thrown by `elements`.
    ///
    /// - Parameters:
    ///   - elements: A closure that returns the elements of a page's value.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the elements of all pages.
    /// - Complexity: Keeps one page in memory.
    public func elements<Value, Elements: Sequence & Sendable>(
        _ elements: @escaping @Sendable (Value) throws -> Elements, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Elements.Element> where Element == Page<Value>, Elements.Element: Sendable {
        concatMap({ .from(try elements($0.value)) }, file: file, line: line)
    }

    /// Emits the elements of each page in order.
    ///
    ///     source   ---A--------B----|
    ///     result   ---(123)----(456)|
    ///
    /// Behaves like `elements(_:file:line:)`, for pages whose value is a sequence.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the elements of all pages.
    /// - Complexity: Keeps one page in memory.
    public func elements<Elements: Sequence & Sendable>(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Elements.Element> where Element == Page<Elements>, Elements.Element: Sendable {
        elements({ $0 }, file: file, line: line)
    }
}
