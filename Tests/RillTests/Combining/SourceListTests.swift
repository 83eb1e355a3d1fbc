import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of `concat` and `merge` that are applied to their own results.
@Suite struct SourceListTests {
    typealias Operator = @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>

    static let operators = [
        Named<Operator>("concat") { $0.concat($1) },
        Named<Operator>("concat of a list") { .concat($0, $1) },
        Named<Operator>("merge") { .merge($0, $1) },
    ]

    @Test(arguments: operators)
    func loopCombinesItsSources(entry: Named<Operator>) throws {
        let stream = (1..<100).reduce(.just(0)) { entry.build($0, .just($1)) }
        let list = try #require(stream.list)
        #expect(list.all.count == 100)
        #expect(stream.record().recorder.values == Array(0..<100))
    }

    @Test(arguments: operators)
    func longLoopRunsAndIsReleased(entry: Named<Operator>) {
        let count = 100_000
        let stream = (1..<count).reduce(.just(0)) { entry.build($0, .just($1)) }
        let recorder = stream.reduce(0, +).record().recorder
        #expect(recorder.values == [count * (count - 1) / 2])
    }

    @Test(arguments: operators)
    func resultsThatShareSourcesAreIndependent(entry: Named<Operator>) {
        let first = entry.build(.just(1), .just(2))
        let (one, other) = (entry.build(first, .just(3)), entry.build(first, .just(4)))
        #expect(first.record().recorder.values == [1, 2])
        #expect(one.record().recorder.values == [1, 2, 3])
        #expect(other.record().recorder.values == [1, 2, 4])
        #expect(entry.build(one, other).record().recorder.values == [1, 2, 3, 1, 2, 4])
    }

    @Test(arguments: operators)
    func errorEndsTheLoop(entry: Named<Operator>) {
        let sources: [Observable<Int>] = [.just(1), .error(TestError()), .just(3)]
        let recorder = sources.dropFirst().reduce(sources[0], entry.build).record().recorder
        #expect(recorder.events == .failed([1]))
    }

    @Test func operatorsAtDifferentCallSitesRemainInTheTrace() {
        let failure = Observable<Int>.error(TestError()).concat(.just(1), line: 1).concat(.just(2), line: 2)
        let lines = Log<UInt>()
        let stream = failure.catch { error in
            for step in ErrorTrace.current?.steps ?? [] where step.name == "concat" { lines.append(step.line) }
            return .empty()
        }
        _ = stream.record()
        #expect(lines.entries == [1, 2])
    }
}
