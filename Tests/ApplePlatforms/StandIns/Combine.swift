// Declares names and signatures of the SDK, which documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
    public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
}

public protocol CustomCombineIdentifierConvertible {}

public protocol Cancellable {
    func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public enum Subscribers {
    public struct Demand: Equatable, Comparable, Hashable, Sendable {
        private let count: Int
        public static let unlimited = Demand(count: .max)
        public static let none = Demand(count: 0)
        public static func max(_ value: Int) -> Demand { Demand(count: value) }
        public static func += (one: inout Demand, other: Demand) {
            let (sum, isOverflow) = one.count.addingReportingOverflow(other.count)
            one = isOverflow ? .unlimited : Demand(count: sum)
        }
        public static func -= (one: inout Demand, other: Int) {
            if one != .unlimited { one = Demand(count: one.count - other) }
        }
        public static func < (one: Demand, other: Demand) -> Bool { one.count < other.count }
    }

    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}
