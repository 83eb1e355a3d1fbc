import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Transforming/`.
    static let transforming: [OperatorCase] = [
        OperatorCase(
            name: "map", output: [11, 12, 13], build: { $0.map { $0 + 10 } },
            buildThrowing: { $0.map { _ in throw TestError() } }),
        OperatorCase(
            name: "compactMap", output: [1, 3], build: { $0.compactMap { $0 % 2 == 1 ? $0 : nil } },
            buildThrowing: { $0.compactMap { _ in throw TestError() } }),
        OperatorCase(
            name: "flatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.flatMap { .of($0, $0) } },
            buildThrowing: { $0.flatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMap", variant: "with maxConcurrent 2", output: [1, 2, 3],
            build: { $0.flatMap(maxConcurrent: 2) { .just($0) } }),
        OperatorCase(
            name: "concatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.concatMap { .of($0, $0) } },
            buildThrowing: { $0.concatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "concatMap", variant: "by key", output: [1, 1, 2, 2, 3, 3],
            build: { $0.concatMap(by: { $0 % 2 }, maxConcurrent: 2) { .of($0, $0) } },
            buildThrowing: { $0.concatMap(by: { _ -> Int in throw TestError() }) { .just($0) } }),
        OperatorCase(
            name: "flatMapLatest", output: [1, 2, 3], build: { $0.flatMapLatest { .just($0) } },
            buildThrowing: { $0.flatMapLatest { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "mapTask", output: [11, 12, 13], isSynchronous: false, build: { $0.mapTask { $0 + 10 } },
            buildThrowing: { $0.mapTask { _ in throw TestError() } }),
        OperatorCase(
            name: "mapTask", variant: "with maxConcurrent 3", output: [11, 12, 13], isSynchronous: false,
            build: { $0.mapTask(maxConcurrent: 3) { $0 + 10 } }),
        OperatorCase(
            name: "flatMapTask", output: [11, 12, 13], isSynchronous: false, failsImmediately: true,
            build: { $0.flatMapTask(maxConcurrent: 1) { $0 + 10 } },
            buildThrowing: { $0.flatMapTask { _ in throw TestError() } }),
        OperatorCase(
            name: "scan", output: [1, 3, 6], build: { $0.scan(0) { $0 + $1 } },
            buildThrowing: { $0.scan(0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "scan", variant: "into", output: [1, 3, 6], build: { $0.scan(into: 0) { $0 += $1 } },
            buildThrowing: { $0.scan(into: 0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "reduce", output: [6], build: { $0.reduce(0) { $0 + $1 } },
            buildThrowing: { $0.reduce(0) { _, _ in throw TestError() } }),
        OperatorCase(name: "toArray", output: [3], build: { $0.toArray().map { $0.count } }),
        OperatorCase(
            name: "enumerated", output: [1, 12, 23], build: { $0.enumerated().map { $0.index * 10 + $0.element } }),
        OperatorCase(
            name: "pairwise", output: [12, 23], build: { $0.pairwise().map { $0.previous * 10 + $0.current } }),
        OperatorCase(
            name: "transformEvents", output: [11, 12, 13],
            build: { source in
                source.transformEvents("plusTen") { event, observer in
                    observer.on(event.element.map { .next($0 + 10) } ?? event)
                }
            },
            buildThrowing: { $0.transformEvents("failing") { _, _ in throw TestError() } }),
        OperatorCase(
            name: "transformEvents", variant: "with a state", output: [1, 3, 6],
            build: {
                $0.transformEvents("sum", initialState: 0) { sum, event, observer in
                    sum += event.element ?? 0
                    observer.on(event.element == nil ? event : .next(sum))
                }
            },
            buildThrowing: { $0.transformEvents("failing", initialState: 0) { _, _, _ in throw TestError() } }),
        OperatorCase(
            name: "transformEvents", variant: "that completes early", output: [1, 2], endsBySource: false,
            build: {
                $0.transformEvents("untilTwo") { event, observer in
                    observer.on(event)
                    if event.element == 2 { observer.onCompleted() }
                }
            }),
        OperatorCase(
            name: "materialize", output: [1, 2, 3, 9], recovers: [9],
            build: { $0.materialize().map { $0.element ?? 9 } }),
        OperatorCase(name: "dematerialize", output: [1, 2, 3], build: { $0.materialize().dematerialize() }),
        OperatorCase(
            name: "dematerialize", variant: "of an early completion", output: [1, 2],
            build: { $0.map { $0 < 3 ? Event.next($0) : .completed }.dematerialize() }),
        OperatorCase(
            name: "timestamp", output: [1, 2, 3],
            build: { $0.timestamp(scheduler: FrozenScheduler()).map { $0.value } }),
        OperatorCase(
            name: "measureInterval", output: [1, 2, 3],
            build: { $0.measureInterval(scheduler: FrozenScheduler()).map { $0.value } }),
        OperatorCase(
            name: "buffer", output: [3, 3], build: { $0.buffer(count: 2).map { $0.reduce(0, +) } }),
        OperatorCase(
            name: "buffer", variant: "with a boundary", output: [6],
            build: { $0.buffer(boundary: Observable<Int>.never()).map { $0.reduce(0, +) } }),
        OperatorCase(
            name: "groupBy", output: [1, 2, 3], build: { $0.groupBy { $0 % 2 }.flatMap { $0 } },
            buildThrowing: { $0.groupBy { _ -> Int in throw TestError() }.flatMap { $0 } }),
        OperatorCase(
            name: "buffer", variant: "by time", output: [1, 2, 3],
            build: {
                $0.buffer(timeSpan: .seconds(1), count: 2, scheduler: ImmediateScheduler.shared)
                    .map { $0.reduce(0, +) }
            }),
        OperatorCase(
            name: "buffer", variant: "by time, of a burst", output: [3, 3],
            build: {
                $0.buffer(timeSpan: .seconds(1), count: 2, scheduler: FrozenScheduler()).map { $0.reduce(0, +) }
            }),
        OperatorCase(
            name: "buffer", variant: "by time, on a queue", output: [3, 3], isSynchronous: false,
            build: {
                $0.buffer(timeSpan: .seconds(600), count: 2, scheduler: SerialDispatchQueueScheduler())
                    .map { $0.reduce(0, +) }
            }),
    ]
}
