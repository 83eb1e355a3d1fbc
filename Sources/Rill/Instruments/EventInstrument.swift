/// An instrument that receives events with their elements and errors.
///
/// For test kits only; an instrument that writes in production must not conform. All other instruments receive only the kinds
/// of events.
package protocol EventInstrument: Instrument {
    /// Called instead of ``Instrument/eventPassed(_:_:in:)``.
    ///
    /// - Parameters:
    ///   - checkpoint: The name of the checkpoint, or `nil` if the event leaves the subscription.
    ///   - event: The event.
    ///   - subscription: The subscription.
    func passed<Element>(_ checkpoint: String?, _ event: Event<Element>, in subscription: InstrumentedSubscription)
}
