import Rill

extension GraphBuilder {
    func combine(_ combination: GraphCombination, _ sources: [Observable<Int>]) -> Observable<Int> {
        switch combination {
        case .merge: .merge(sources)
        case .mergeOfStreams: Observable.from(sources).merge()
        case .concat: .concat(sources)
        case .concatOfStreams: Observable.from(sources).concat()
        case .zip where sources.count == 2: .zip(sources[0], sources[1]) { mix([$0, $1]) }
        case .zip where sources.count == 3: .zip(sources[0], sources[1], sources[2]) { mix([$0, $1, $2]) }
        case .zip, .zipCollection: Observable<[Int]>.zip(sources).map { mix($0) }
        case .combineLatest where sources.count == 2: .combineLatest(sources[0], sources[1]) { mix([$0, $1]) }
        case .combineLatest where sources.count == 3:
            .combineLatest(sources[0], sources[1], sources[2]) { mix([$0, $1, $2]) }
        case .combineLatest, .combineLatestCollection: Observable<[Int]>.combineLatest(sources).map { mix($0) }
        case .withLatestFrom: sources[0].withLatestFrom(sources[1]) { mix($0, $1) }
        case .sample: sources[0].sample(sources[1])
        case .bufferWithBoundary: sources[0].buffer(boundary: sources[1]).map { mix($0) }
        case .takeUntil: sources[0].take(until: sources[1])
        case .amb: .amb(sources)
        case .ifEmpty: sources[0].ifEmpty(switchTo: sources[1])
        case .catch: sources[0].catch { _ in sources[1] }
        case .catchAs: sources[0].catch(as: StreamError.self) { _ in sources[1] }
        }
    }

    func flatten(
        _ flattening: GraphFlattening, _ source: Observable<Int>,
        _ transform: @escaping @Sendable (Int) throws -> Observable<Int>
    ) -> Observable<Int> {
        switch flattening.kind {
        case .flatMap: source.flatMap(transform)
        case .limited(let limit): source.flatMap(maxConcurrent: limit, transform)
        case .concatMap: source.concatMap(transform)
        case .first: source.flatMapFirst(transform)
        case .latest: source.flatMapLatest(transform)
        case .mapMerge: source.map(transform).merge()
        case .mapMergeLimited(let limit): source.map(transform).merge(maxConcurrent: limit)
        case .mapConcat: source.map(transform).concat()
        case .mapSwitchLatest: source.map(transform).switchLatest()
        case .keyed(let limit): source.concatMap(by: GraphFlattening.key, maxConcurrent: limit, transform)
        }
    }
}
