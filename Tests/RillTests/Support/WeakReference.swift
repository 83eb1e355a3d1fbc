/// A weak reference that sendable closures can capture.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {  // used by one thread
    weak var value: Object?
}
