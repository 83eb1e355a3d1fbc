import Dispatch
import Rill

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Prints the active subscriptions to standard error whenever the process receives SIGUSR1.
///
///     printActiveSubscriptionsOnSignal()
///     await command.main { … }
///
/// Records all subscriptions that the process makes afterward; see `ActiveSubscriptions`. Call it at the beginning of the
/// program. When the function returns, the handler of the signal is installed. Further calls have no effect.
public func printActiveSubscriptionsOnSignal() {
    _ = ActiveSubscriptionsDump.installed
}

/// The handler of SIGUSR1.
private final class ActiveSubscriptionsDump: @unchecked Sendable {  // immutable
    /// Installed once, until the process exits.
    static let installed = ActiveSubscriptionsDump()

    private let source: any DispatchSourceSignal

    private init() {
        // Before the source opens descriptors, which could take the place of closed standard streams.
        Output.prepare()
        ActiveSubscriptions.enable()
        signal(SIGUSR1, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "script.active"))
        source.setEventHandler { Output.note("\(ActiveSubscriptions.shared)") }
        // A signal that arrives before the registration would be lost.
        let registration = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registration.signal() }
        source.activate()
        registration.wait()
    }
}
