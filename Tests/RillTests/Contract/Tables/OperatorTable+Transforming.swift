import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Transforming/`.
    static let transforming: [OperatorCase] = [
        .init("map", [11, 12, 13], { $0.map { $0 + 10 } }, throwing: { $0.map { _ in throw TestError() } }),
        .init(
            "compactMap", [1, 3], { $0.compactMap { $0 % 2 == 1 ? $0 : nil } },
            throwing: { $0.compactMap { _ in throw TestError() } }),
        .init(
            "flatMap", [1, 1, 2, 2, 3, 3], { $0.flatMap { .of($0, $0) } },
            throwing: { $0.flatMap { _ -> Observable<Int> in throw TestError() } }),
        .init("flatMap with maxConcurrent 2", [1, 2, 3], { $0.flatMap(maxConcurrent: 2) { .just($0) } }),
        .init(
            "concatMap", [1, 1, 2, 2, 3, 3], { $0.concatMap { .of($0, $0) } },
            throwing: { $0.concatMap { _ -> Observable<Int> in throw TestError() } }),
        .init(
            "concatMap by key", [1, 1, 2, 2, 3, 3], { $0.concatMap(by: { $0 % 2 }, maxConcurrent: 2) { .of($0, $0) } },
            throwing: { $0.concatMap(by: { _ -> Int in throw TestError() }) { .just($0) } }),
        .init(
            "flatMapLatest", [1, 2, 3], { $0.flatMapLatest { .just($0) } },
            throwing: { $0.flatMapLatest { _ -> Observable<Int> in throw TestError() } }),
        .init(
            "mapTask", [11, 12, 13], isSynchronous: false, { $0.mapTask { $0 + 10 } },
            throwing: { $0.mapTask { _ in throw TestError() } }),
        .init(
            "mapTask with maxConcurrent 3", [11, 12, 13], isSynchronous: false,
            { $0.mapTask(maxConcurrent: 3) { $0 + 10 } }),
        .init(
            "flatMapTask", [11, 12, 13], isSynchronous: false, failsImmediately: true,
            { $0.flatMapTask(maxConcurrent: 1) { $0 + 10 } }, throwing: { $0.flatMapTask { _ in throw TestError() } }),
        .init("scan", [1, 3, 6], { $0.scan(0) { $0 + $1 } }, throwing: { $0.scan(0) { _, _ in throw TestError() } }),
        .init(
            "scan into", [1, 3, 6], { $0.scan(into: 0) { $0 += $1 } },
            throwing: { $0.scan(into: 0) { _, _ in throw TestError() } }),
        .init("reduce", [6], { $0.reduce(0) { $0 + $1 } }, throwing: { $0.reduce(0) { _, _ in throw TestError() } }),
        .init("toArray", [3], { $0.toArray().map { $0.count } }),
        .init("enumerated", [1, 12, 23], { $0.enumerated().map { $0.index * 10 + $0.element } }),
        .init("pairwise", [12, 23], { $0.pairwise().map { $0.previous * 10 + $0.current } }),
        .init(
            "transformEvents", [11, 12, 13],
            { source in
                source.transformEvents("plusTen") { event, observer in
                    observer.on(event.element.map { .next($0 + 10) } ?? event)
                }
            },
            throwing: { $0.transformEvents("failing") { _, _ in throw TestError() } }),
        .init(
            "transformEvents with a state", [1, 3, 6],
            {
                $0.transformEvents("sum", initialState: 0) { sum, event, observer in
                    sum += event.element ?? 0
                    observer.on(event.element == nil ? event : .next(sum))
                }
            },
            throwing: { $0.transformEvents("failing", initialState: 0) { _, _, _ in throw TestError() } }),
        .init(
            "transformEvents that completes early", [1, 2], endsBySource: false,
            {
                $0.transformEvents("untilTwo") { event, observer in
                    observer.on(event)
                    if event.element == 2 { observer.onCompleted() }
                }
            }),
        .init("materialize", [1, 2, 3, 9], recovers: [9], { $0.materialize().map { $0.element ?? 9 } }),
        .init("dematerialize", [1, 2, 3], { $0.materialize().dematerialize() }),
        .init(
            "dematerialize of an early completion", [1, 2],
            { $0.map { $0 < 3 ? Event.next($0) : .completed }.dematerialize() }),
        .init("timestamp", [1, 2, 3], { $0.timestamp(scheduler: FrozenScheduler()).map { $0.value } }),
        .init("measureInterval", [1, 2, 3], { $0.measureInterval(scheduler: FrozenScheduler()).map { $0.value } }),
        .init("buffer", [3, 3], { $0.buffer(count: 2).map { $0.reduce(0, +) } }),
        .init("buffer with a boundary", [6], { $0.buffer(boundary: Observable<Int>.never()).map { $0.reduce(0, +) } }),
        .init(
            "groupBy", [1, 2, 3], { $0.groupBy { $0 % 2 }.flatMap { $0 } },
            throwing: { $0.groupBy { _ -> Int in throw TestError() }.flatMap { $0 } }),
        .init(
            "buffer by time", [1, 2, 3],
            {
                $0.buffer(timeSpan: .seconds(1), count: 2, scheduler: ImmediateScheduler.shared)
                    .map { $0.reduce(0, +) }
            }),
        .init(
            "buffer by time, of a burst", [3, 3],
            { $0.buffer(timeSpan: .seconds(1), count: 2, scheduler: FrozenScheduler()).map { $0.reduce(0, +) } }),
        .init(
            "buffer by time, on a queue", [3, 3], isSynchronous: false,
            {
                $0.buffer(timeSpan: .seconds(600), count: 2, scheduler: SerialDispatchQueueScheduler())
                    .map { $0.reduce(0, +) }
            }),
    ]
}
