/// An operator with one source.
enum GraphStage: Equatable, Sendable {
    // Transforming
    case map(GraphRule)
    case compactMap(GraphRule)
    case scan(GraphRule)
    case scanInto(GraphRule)
    case reduce(GraphRule)
    case toArray
    case buffer(Int)
    case enumerated
    case pairwise
    case materialize
    case materializeAndBack
    case dematerialize(GraphRule)
    case groupBy(GraphRule, maxGroups: Int)

    // Filtering
    case filter(GraphRule)
    case take(Int)
    case takeWhile(GraphRule, inclusive: Bool)
    case takeLast(Int)
    case skip(Int)
    case skipWhile(GraphRule)
    case distinctUntilChanged
    case distinctByKey(GraphRule)
    case first(GraphRule)
    case single
    case singleWhere(GraphRule)
    case ignoreElements
    case ifEmpty(Int)

    // Combining and recovering
    case startWith([Int])
    case zipWithInfinite(infiniteFirst: Bool)
    case catchAndReturn(Int)
    case mapError
    case retry(Int)
    case retryWhen(Int, delay: Int)
    case retryLater(Int, delay: Int)

    // Sharing, debugging, and wrapping in another source
    case share(Int)
    case shareTwice(Int)
    case multicast
    case watch
    case checkpoint
    case using
    case deferred
    case create

    /// A number of operators, each of which adds a nested scope.
    case levels(Int)

    // Scheduling
    case observeOn(GraphScheduler)
    case subscribeOn(GraphScheduler)

    // Timing
    case delay(Int)
    case delaySubscription(Int)
    case timeout(Int)
    case deadline(Int)
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case takeFor(Int)
    case bufferTime(Int, count: Int)
    case timestamp
    case measureInterval
}

extension GraphStage {
    /// Whether each event depends only on the preceding events and is forwarded immediately.
    var isPerEvent: Bool {
        switch self {
        case .map, .compactMap, .scan, .scanInto, .reduce, .toArray, .buffer, .enumerated, .pairwise, .materialize,
            .materializeAndBack, .dematerialize, .filter, .take, .takeWhile, .takeLast, .skip, .skipWhile,
            .distinctUntilChanged, .distinctByKey, .first, .single, .singleWhere, .ignoreElements, .mapError, .share,
            .multicast, .watch, .checkpoint, .using, .deferred, .create, .levels, .groupBy:
            true
        default: false
        }
    }

    /// Whether the operator subscribes to one source at a time and uses no clock.
    var isSequential: Bool {
        switch self {
        case .ifEmpty, .startWith, .zipWithInfinite, .catchAndReturn, .retry, .observeOn(.immediate),
            .observeOn(.currentThread), .subscribeOn(.immediate), .subscribeOn(.currentThread):
            true
        case .retryWhen(_, let delay): delay == 0
        default: false
        }
    }
}

extension GraphSource {
    /// Whether the source sends events after its subscription.
    var isTimed: Bool {
        switch self {
        case .timer, .interval, .cold, .hot: true
        default: false
        }
    }

    /// Whether the source sends an error even while it is paused, before elements that a paused operator has not
    /// emitted yet.
    var failsDuringPause: Bool {
        if case .create(let signals) = self { signals.contains(where: \.isError) } else { false }
    }
}

/// A scheduler of a graph.
enum GraphScheduler: Equatable, Sendable {
    case immediate
    case currentThread
    case virtual
    case queue
}

/// The computation in the closures of a graph.
struct GraphRule: Equatable, Sendable {
    var number: Int

    /// Whether the closure throws for multiples of five.
    var fails = false

    func check(_ value: Int) throws {
        if fails, value % 5 == 0 { throw GraphError("closure") }
    }

    func add(_ value: Int) throws -> Int {
        try check(value)
        return value + number
    }

    func passes(_ value: Int) throws -> Bool {
        try check(value)
        return value % number != 0
    }

    func key(_ value: Int) throws -> Int {
        try check(value)
        return value / number
    }

    func join(_ one: Int, _ other: Int) throws -> Int {
        try check(other)
        return mix(one + number, other)
    }
}

/// Combines two numbers into a small number that depends on both and on their order.
func mix(_ one: Int, _ other: Int) -> Int { (one * 10 + other) % 1_009 }

/// Combines a list of numbers into a number that depends on all of them.
func mix(_ values: [Int]) -> Int { values.reduce(values.count) { mix($0, $1) } }

/// The error of the sources and closures of a graph.
struct GraphError: Error, Equatable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

/// An event of a graph, independent of the event type of the engine.
enum Signal: Equatable, Sendable {
    case next(Int)
    case error(String)
    case completed

    var isTerminal: Bool {
        if case .next = self { false } else { true }
    }
}

/// An event and the time at which a script sends it.
struct ScriptedSignal: Equatable, Sendable {
    var time: Int
    var signal: Signal
}
