/// An instrument that receives the events themselves, with their elements and errors.
///
/// Only test kits may use this protocol. An instrument that writes its output in production must not conform to it,
/// because elements can be secret. All other instruments receive only the kinds of events.
package protocol EventInstrument: Instrument {
    /// Called instead of ``Instrument/eventPassed(_:_:in:)``.
    ///
    /// - Parameters:
    ///   - checkpoint: The name of the checkpoint, or `nil` if the event leaves the subscription.
    ///   - event: The event.
    ///   - subscription: The subscription.
    func passed<Element>(_ checkpoint: String?, _ event: Event<Element>, in subscription: InstrumentedSubscription)
}
