// Three to six sources are built on two, nested to the left; with no closure, the result is a tuple.

extension Observable {
    /// Combines the latest values of two sources into tuples: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second) {
        combineLatest(first, second, { ($0, $1) }, file: file, line: line)
    }

    /// Combines the latest values of three sources: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - transform: Makes a value of the parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what is made of the parts.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ transform: @escaping @Sendable (First, Second, Third) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second)>.combineLatest(first, second, file: file, line: line)
        return combineLatest(others, third, { try transform($0.0, $0.1, $1) }, file: file, line: line)
    }

    /// Combines the latest values of three sources into tuples: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third) {
        combineLatest(first, second, third, { ($0, $1, $2) }, file: file, line: line)
    }

    /// Combines the latest values of four sources: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - transform: Makes a value of the parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what is made of the parts.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second, Third)>.combineLatest(first, second, third, file: file, line: line)
        return combineLatest(others, fourth, { try transform($0.0, $0.1, $0.2, $1) }, file: file, line: line)
    }

    /// Combines the latest values of four sources into tuples: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth) {
        combineLatest(first, second, third, fourth, { ($0, $1, $2, $3) }, file: file, line: line)
    }

    /// Combines the latest values of five sources: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - fifth: The source of the fifth parts.
    ///   - transform: Makes a value of the parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what is made of the parts.
    @inlinable
    public static func combineLatest<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable
    >(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>, _ fifth: Observable<Fifth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second, Third, Fourth)>.combineLatest(
            first, second, third, fourth, file: file, line: line)
        return combineLatest(others, fifth, { try transform($0.0, $0.1, $0.2, $0.3, $1) }, file: file, line: line)
    }

    /// Combines the latest values of five sources into tuples: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - fifth: The source of the fifth parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the tuples.
    @inlinable
    public static func combineLatest<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable
    >(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>, _ fifth: Observable<Fifth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth, Fifth) {
        combineLatest(first, second, third, fourth, fifth, { ($0, $1, $2, $3, $4) }, file: file, line: line)
    }

    /// Combines the latest values of six sources: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - fifth: The source of the fifth parts.
    ///   - sixth: The source of the sixth parts.
    ///   - transform: Makes a value of the parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what is made of the parts.
    @inlinable
    public static func combineLatest<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable
    >(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>, _ fifth: Observable<Fifth>, _ sixth: Observable<Sixth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second, Third, Fourth, Fifth)>.combineLatest(
            first, second, third, fourth, fifth, file: file, line: line)
        return combineLatest(others, sixth, { try transform($0.0, $0.1, $0.2, $0.3, $0.4, $1) }, file: file, line: line)
    }

    /// Combines the latest values of six sources into tuples: see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The source of the first parts.
    ///   - second: The source of the second parts.
    ///   - third: The source of the third parts.
    ///   - fourth: The source of the fourth parts.
    ///   - fifth: The source of the fifth parts.
    ///   - sixth: The source of the sixth parts.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the tuples.
    @inlinable
    public static func combineLatest<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable
    >(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>, _ fifth: Observable<Fifth>, _ sixth: Observable<Sixth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth, Fifth, Sixth) {
        combineLatest(first, second, third, fourth, fifth, sixth, { ($0, $1, $2, $3, $4, $5) }, file: file, line: line)
    }
}
