import Dispatch
import Rill
import RillSystem

/// Prints the active subscriptions to standard error whenever the process receives SIGUSR1.
///
///     printActiveSubscriptionsOnSignal()
///     await command.run { … }
///
/// The function starts recording all subscriptions that the process creates afterward; see `ActiveSubscriptions`. Call
/// it at the beginning of the program. When it returns, the signal handler is installed. Further calls have no effect.
public func printActiveSubscriptionsOnSignal() {
    _ = signalSource
}

/// The signal handler for SIGUSR1, which is installed on first access and remains installed until the process exits.
nonisolated(unsafe) private let signalSource: any DispatchSourceSignal = {  // immutable
    // Runs before the signal source opens file descriptors, which could otherwise take the place of closed standard streams.
    Output.prepare()
    ActiveSubscriptions.enable()
    signal(SIGUSR1, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "script.active"))
    source.setEventHandler { Output.note("\(ActiveSubscriptions.shared)") }
    // A signal that arrives before the registration would be lost.
    let registration = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registration.signal() }
    source.activate()
    registration.wait()
    return source
}()
