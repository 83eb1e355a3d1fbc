import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SampleTests {
    let kit = TestKit()

    @Test func emitsLatestElementOnceForEachSample() {
        let source = kit.hot("-1-2-----3-4-|")
        let sampler = kit.hot("x---x-x-----x")
        expectMarbles(kit.record { source.sample(sampler) }, "----2-------4|")
        expectSubscriptions(source, "^------------!")
        expectSubscriptions(sampler, "^------------!")
    }

    @Test func completesWithoutLastElement() {
        let source = kit.hot("-1-|")
        let sampler = kit.hot("------x")
        expectMarbles(kit.record { source.sample(sampler) }, "---|")
    }

    @Test func waitsForSourceAfterSamplerCompletes() {
        let source = kit.hot("-1---2---|")
        let sampler = kit.hot("--x|")
        expectMarbles(kit.record { source.sample(sampler) }, "--1------|")
        expectSubscriptions(sampler, "^--!")
    }

    @Test(arguments: [("-1-#", "------", "---#"), ("-1----", "---#", "---#")])
    func failsWithFirstErrorOfEitherSource(source: String, sampler: String, result: String) {
        let (source, sampler) = (kit.hot(source), kit.hot(sampler))
        expectMarbles(kit.record { source.sample(sampler) }, result)
        expectSubscriptions(source, "^--!")
        expectSubscriptions(sampler, "^--!")
    }

    @Test func samplesByAnInterval() {
        let source = kit.hot("-1-2-----3-|")
        let result = kit.record { source.sample(.interval(.seconds(4), scheduler: kit.scheduler)) }
        expectMarbles(result, "----2------|")
    }

    @Test func elementIsSampledBySamplerThatReactsToIt() throws {
        let source = PublishSubject<Int>()
        let ticks = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let sampled = source.sample(ticks).do(onNext: { _ in ticks.onNext() })
        let subscription = recorder.record(sampled)
        source.onNext(1)
        ticks.onNext()
        source.onNext(2)
        ticks.onNext()
        #expect(recorder.values == [1, 2])
        subscription.dispose()
    }
}
