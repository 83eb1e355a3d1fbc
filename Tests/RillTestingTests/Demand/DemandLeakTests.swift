import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Verifies that recordings with a pace leave nothing in memory.
@Suite struct DemandLeakTests {
    let ledger = Ledger()

    /// Records a source inside the ledger, and expects that nothing is left even though the kit and the source are
    /// retained.
    @Test(arguments: [
        ("-a-b|", "^[--]-!"),  // the source terminates after the pause
        // The subscription is disposed during the pause.
        ("-a-b|", "^[-----!"), ("-a-b-c-d|", "^[--!"), ("-a-", "(^[)--!"),
    ])
    func pausedRecordingReleasesEverything(diagram: String, pace: String) {
        let (kit, source) = ledger.watch {
            let kit = TestKit()
            let source = kit.cold(diagram, pauses: true)
            _ = kit.record(pace: pace) { source.map { $0 }.concatMap { .just($0) } }
            return (kit, source)
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained == [])
        #expect(kit.scheduler.pendingCount == 0)
        withExtendedLifetime(source) {}
    }

    @Test func disposalWhilePausedReleasesOtherSources() {
        expectNoLeaks {
            let kit = TestKit()
            let numbers = kit.record(pace: "(^[)(][)-!") { Observable.from(1...3) }
            #expect(numbers.values == [1])
            let merged = kit.record(pace: "---(^[)(][)-!") {
                Observable.merge(Observable.from(1...3), Observable.interval(.seconds(1), scheduler: kit.scheduler))
            }
            #expect(merged.values == [1, 0, 1])
        }
    }

    @Test func observerIsReleasedWithItsSource() throws {
        weak var source: TestableObservable<String>?
        weak var observer: RecordingObserver<String>?
        weak var scheduler: TestScheduler?
        do {
            let kit = TestKit()
            let strong = kit.cold("-a-b-c-", pauses: true)
            let recording = kit.observe(pace: "^-[--]-") { strong }
            (source, observer, scheduler) = (strong, recording, kit.scheduler)
            try kit.scheduler.run()
            expectMarbles(recording.recording, "-a---(bc)")
        }
        #expect(source == nil)
        #expect(observer == nil)
        #expect(scheduler == nil)
    }

    @Test func disposedObserverIsReleasedWhilePaused() {
        weak var source: TestableObservable<String>?
        weak var observer: RecordingObserver<String>?
        do {
            let kit = TestKit()
            let strong = kit.cold("-a-b-c-", pauses: true)
            let recording = kit.observe(pace: "^-[----!") { strong }
            (source, observer) = (strong, recording)
            kit.scheduler.advance(toTick: 4)
            recording.dispose()
            expectDemand(strong, "^-[-!")
            #expect(kit.scheduler.pendingCount == 0)
        }
        #expect(source == nil)
        #expect(observer == nil)
    }

    @Test func marksAfterTerminalEventAreReleased() {
        weak var observer: RecordingObserver<String>?
        do {
            let kit = TestKit()
            let recording = kit.observe(pace: "^-------------!") { kit.cold("-a|", pauses: true) }
            observer = recording
            kit.scheduler.advance(toTick: 2)
            #expect(kit.scheduler.pendingCount == 0)
        }
        #expect(observer == nil)
    }

    @Test func recordingStoppedAtLimitReleasesMarks() {
        weak var scheduler: TestScheduler?
        do {
            let kit = TestKit()
            scheduler = kit.scheduler
            let recording = kit.record(pace: "^-------[---]-", limit: 3) {
                Observable.interval(.seconds(1), scheduler: kit.scheduler)
            }
            #expect(recording.difference(from: "-")?.hasPrefix("recording incomplete") == true)
        }
        #expect(scheduler == nil)
    }
}
