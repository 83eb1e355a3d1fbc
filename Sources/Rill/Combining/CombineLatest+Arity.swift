// Variants for three and four sources are composed of the two-source variant. Without a closure, elements are tuples.

extension Observable {
    /// Combines the latest elements of two sources into tuples; see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    /// - Returns: An observable of tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second) {
        combineLatest(first, second, { ($0, $1) }, file: file, line: line)
    }

    /// Combines the latest elements of three sources with a closure; see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ transform: @escaping @Sendable (First, Second, Third) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second)>.combineLatest(first, second, file: file, line: line)
        return combineLatest(others, third, { try transform($0.0, $0.1, $1) }, file: file, line: line)
    }

    /// Combines the latest elements of three sources into tuples; see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    /// - Returns: An observable of tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third) {
        combineLatest(first, second, third, { ($0, $1, $2) }, file: file, line: line)
    }

    /// Combines the latest elements of four sources with a closure; see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
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

    /// Combines the latest elements of four sources into tuples; see `combineLatest(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    /// - Returns: An observable of tuples.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
        _ fourth: Observable<Fourth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth) {
        combineLatest(first, second, third, fourth, { ($0, $1, $2, $3) }, file: file, line: line)
    }
}
