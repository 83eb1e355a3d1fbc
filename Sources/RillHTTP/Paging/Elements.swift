public import Rill

extension ObservableConvertible {
    /// Emits the elements of each page, one after the other.
    ///
    ///     source   ---A--------B----|
    ///     result   ---(123)----(456)|
    ///
    ///     client.pages(Search(), by: .linkHeader).elements { $0.items }
    ///
    /// The source is paused until the last element of a page has been taken, so that pages are asked for no sooner.
    ///
    /// ## Errors
    /// Forwards the source's error; what `elements` throws.
    ///
    /// - Parameters:
    ///   - elements: Makes the elements of a page's value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the elements of all pages.
    /// - Complexity: One page in memory.
    public func elements<Value, Elements: Sequence & Sendable>(
        _ elements: @escaping @Sendable (Value) throws -> Elements, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Elements.Element> where Element == Page<Value>, Elements.Element: Sendable {
        concatMap({ .from(try elements($0.value)) }, file: file, line: line)
    }

    /// Emits the elements of each page, one after the other.
    ///
    ///     source   ---A--------B----|
    ///     result   ---(123)----(456)|
    ///
    /// As `elements(_:file:line:)`, for pages that are read as collections.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the elements of all pages.
    /// - Complexity: One page in memory.
    public func elements<Elements: Sequence & Sendable>(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Elements.Element> where Element == Page<Elements>, Elements.Element: Sendable {
        elements({ $0 }, file: file, line: line)
    }
}
