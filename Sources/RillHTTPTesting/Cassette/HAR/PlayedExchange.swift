internal import RillHTTP
internal import RillTesting

/// The playback of a recorded exchange to one subscriber.
///
/// The clock keeps running while the subscriber is paused.
final class PlayedExchange: @unchecked Sendable {
    // `index` and `isDue` are used by one thread at a time, because each step schedules the next one.

    /// A step and its delay after the preceding step.
    typealias Step = (delay: Duration, content: StubTransport.Response.Step.Content)

    private let steps: [Step]
    private let body: HTTPBody?
    private let observer: Observer<TransportEvent>
    private let playback: Playback<TransportEvent, Event<TransportEvent>>
    private let scheduler: any Scheduler
    private var index = 0

    /// Whether the delay of the next step has elapsed.
    private var isDue = false
    private let handoff = Handoff()

    /// The timer of the next step.
    private let timer = Monitor<Disposable?>(nil)

    init(_ steps: [Step], _ body: HTTPBody?, to observer: Observer<TransportEvent>, on scheduler: any Scheduler) {
        self.steps = steps
        self.body = body
        self.observer = observer
        self.scheduler = scheduler
        playback = Playback(to: observer, send: { observer.on($0) })
    }

    /// Performs the steps that are due, and schedules the next one.
    func run() {
        repeat {
            while index < steps.count, isDue || steps[index].delay <= .zero {
                if observer.isDisposed { return }
                perform(steps[index].content)
                isDue = false
                index += 1
            }
            guard index < steps.count else { return }
            isDue = true
            handoff.begin()
            let next = scheduler.schedule(after: steps[index].delay) {
                if self.handoff.finish() { self.run() }
            }
            // The previous timer is released outside of the lock.
            _ = timer.update { timer in
                defer { timer = next }
                return timer
            }
            // The subscriber may have canceled the previous timer in the meantime.
            if observer.isDisposed { next.dispose() }
        } while handoff.leave()
    }

    /// Cancels the remaining steps.
    func cancel() {
        timer.read { $0 }?.dispose()
    }

    private func perform(_ content: StubTransport.Response.Step.Content) {
        switch content {
        case .event(let event): playback.enqueue([event])
        case .upload(let upload): body?.reportUpload(upload)
        }
    }
}
