import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SampleTests {
    let kit = TestKit()

    @Test(arguments: [
        MarblePair(
            "emits the latest element once for each sample", "-1-2-----3-4-|", "x---x-x-----x", "----2-------4|",
            (["^------------!"], ["^------------!"])),
        MarblePair("completes without the last element", "-1-|", "------x", "---|"),
        MarblePair(
            "waits for the source after the sampler completes", "-1---2---|", "--x|", "--1------|", (nil, ["^--!"])),
        MarblePair("error of the source", "-1-#", "------", "---#", (["^--!"], ["^--!"])),
        MarblePair("error of the sampler", "-1----", "---#", "---#", (["^--!"], ["^--!"])),
    ])
    func emitsLatestElementOnceForEachSample(row: MarblePair) {
        row.check { $0.sample($1) }
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
