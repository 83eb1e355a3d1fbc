// Variants for sources of any type, such as subjects. Those for observables are separate so that `.just(1)` needs no
// type, and preferred so that type checking is fast.

extension Observable {
    /// Combines elements of two sources of any type with a closure; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ transform: @escaping @Sendable (First, Second) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        zip(first.asObservable(), second.asObservable(), transform, file: file, line: line)
    }

    /// Combines elements of two sources of any type into tuples; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    /// - Returns: An observable of tuples.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second) {
        zip(first.asObservable(), second.asObservable(), file: file, line: line)
    }

    /// Combines elements of three sources of any type with a closure; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>,
        _ transform: @escaping @Sendable (First, Second, Third) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        zip(first.asObservable(), second.asObservable(), third.asObservable(), transform, file: file, line: line)
    }

    /// Combines elements of three sources of any type into tuples; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    /// - Returns: An observable of tuples.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third) {
        zip(first.asObservable(), second.asObservable(), third.asObservable(), file: file, line: line)
    }

    /// Combines elements of four sources of any type with a closure; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        zip(
            first.asObservable(), second.asObservable(), third.asObservable(), fourth.asObservable(), transform,
            file: file, line: line)
    }

    /// Combines elements of four sources of any type into tuples; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    /// - Returns: An observable of tuples.
    @inlinable
    @_disfavoredOverload
    public static func zip<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth) {
        zip(
            first.asObservable(), second.asObservable(), third.asObservable(), fourth.asObservable(), file: file,
            line: line)
    }

    /// Combines elements of five sources of any type with a closure; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - fifth: The fifth source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    @_disfavoredOverload
    public static func zip<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable
    >(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        _ fifth: some ObservableConvertible<Fifth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second, Third, Fourth)>.zip(
            first, second, third, fourth, file: file, line: line)
        return zip(others, fifth.asObservable(), { try transform($0.0, $0.1, $0.2, $0.3, $1) }, file: file, line: line)
    }

    /// Combines elements of five sources of any type into tuples; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - fifth: The fifth source.
    /// - Returns: An observable of tuples.
    @inlinable
    @_disfavoredOverload
    public static func zip<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable
    >(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        _ fifth: some ObservableConvertible<Fifth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth, Fifth) {
        zip(first, second, third, fourth, fifth, { ($0, $1, $2, $3, $4) }, file: file, line: line)
    }

    /// Combines elements of six sources of any type with a closure; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - fifth: The fifth source.
    ///   - sixth: The sixth source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    @inlinable
    @_disfavoredOverload
    public static func zip<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable
    >(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        _ fifth: some ObservableConvertible<Fifth>, _ sixth: some ObservableConvertible<Sixth>,
        _ transform: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let others = Observable<(First, Second, Third, Fourth, Fifth)>.zip(
            first, second, third, fourth, fifth, file: file, line: line)
        return zip(
            others, sixth.asObservable(), { try transform($0.0, $0.1, $0.2, $0.3, $0.4, $1) }, file: file, line: line)
    }

    /// Combines elements of six sources of any type into tuples; see `zip(_:_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - third: The third source.
    ///   - fourth: The fourth source.
    ///   - fifth: The fifth source.
    ///   - sixth: The sixth source.
    /// - Returns: An observable of tuples.
    @inlinable
    @_disfavoredOverload
    public static func zip<
        First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable
    >(
        _ first: some ObservableConvertible<First>, _ second: some ObservableConvertible<Second>,
        _ third: some ObservableConvertible<Third>, _ fourth: some ObservableConvertible<Fourth>,
        _ fifth: some ObservableConvertible<Fifth>, _ sixth: some ObservableConvertible<Sixth>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == (First, Second, Third, Fourth, Fifth, Sixth) {
        zip(first, second, third, fourth, fifth, sixth, { ($0, $1, $2, $3, $4, $5) }, file: file, line: line)
    }
}
