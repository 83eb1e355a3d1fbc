internal import Dispatch

extension TestKit {
    /// Waits until the main actor has received the elements that have been emitted so far.
    ///
    ///     source.subscribe(on: MainActor.shared, with: viewModel) { $0.text = $1 }.disposed(by: bag)
    ///     kit.scheduler.advance(by: .seconds(2))
    ///     await kit.waitForMainActor()
    ///     #expect(viewModel.text == "rill")
    ///
    /// The main queue runs its work in order. The call returns when the queue has run the work that was enqueued before
    /// the call. Work that this work enqueues is not included: if a stream changes to the main actor twice, wait twice.
    public func waitForMainActor() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
