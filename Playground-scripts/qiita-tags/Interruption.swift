import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Watches for Ctrl-C, which ends what runs, and then the program with status 130.
struct Interruption {
    private let source: any DispatchSourceSignal

    /// Begins to watch.
    ///
    /// - Parameter action: Ends what runs; called on the first Ctrl-C, on a queue of Dispatch's own.
    init(_ action: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            // A second Ctrl-C is not waited for.
            signal(SIGINT, SIG_DFL)
            action()
            // Without the handlers of `exit`: other threads are still at work.
            _exit(Script.Status.interrupted.rawValue)
        }
        source.activate()
    }

    /// Stops watching: Ctrl-C does again what it did before.
    func stop() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
