/// A type of the values of options and positional arguments.
public protocol ArgumentValue: Comparable, Sendable {
    /// Creates a value from an argument, or returns `nil` if the argument is invalid.
    init?(argument: String)

    /// What an argument must be, such as `an integer`, for error messages.
    static var argumentKind: String { get }

    /// The name of a value in the help text, or an empty string to use the name of the option.
    static var argumentName: String { get }

    /// The value of a missing or invalid positional argument until the error is reported.
    static var argumentPlaceholder: Self { get }
}

extension Int: ArgumentValue {
    /// Creates an integer from decimal digits.
    public init?(argument: String) { self.init(argument) }

    /// The text `an integer`.
    public static var argumentKind: String { "an integer" }

    /// The name `n`.
    public static var argumentName: String { "n" }

    /// Zero.
    public static var argumentPlaceholder: Int { 0 }
}

extension Double: ArgumentValue {
    /// Creates a number, which is finite.
    public init?(argument: String) {
        guard let number = Double(argument), number.isFinite else { return nil }
        self = number
    }

    /// The text `a number`.
    public static var argumentKind: String { "a number" }

    /// The name `number`.
    public static var argumentName: String { "number" }

    /// Zero.
    public static var argumentPlaceholder: Double { 0 }
}

extension String: ArgumentValue {
    /// Creates a string from an argument that is not empty.
    public init?(argument: String) {
        if argument.isEmpty { return nil }
        self = argument
    }

    /// The text `a value`.
    public static var argumentKind: String { "a value" }

    /// An empty string.
    public static var argumentName: String { "" }

    /// An empty string.
    public static var argumentPlaceholder: String { "" }
}

extension Duration: ArgumentValue {
    /// Creates a duration from a number of seconds above 0, such as `0.5`.
    public init?(argument: String) {
        // The upper limit prevents an overflow of `Duration`. A value that rounds to zero is rejected.
        guard let seconds = Double(argument), seconds > 0, seconds <= 1_000_000_000, Duration.seconds(seconds) > .zero
        else { return nil }
        self = .seconds(seconds)
    }

    /// The text `a number of seconds above 0, such as 0.5`.
    public static var argumentKind: String { "a number of seconds above 0, such as 0.5" }

    /// The name `seconds`.
    public static var argumentName: String { "seconds" }

    /// Zero.
    public static var argumentPlaceholder: Duration { .zero }
}
