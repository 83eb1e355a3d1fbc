extension Scheduler where Self == MainScheduler {
    /// The scheduler of the main queue, for example in `observeOn(.main)`.
    public static var main: MainScheduler { .shared }
}

extension Scheduler where Self == SerialDispatchQueueScheduler {
    /// A new scheduler with its own serial queue.
    ///
    /// Each access to this property creates a queue, so that unrelated streams do not wait for each other. To run the
    /// work of several operators on one queue, store a ``SerialDispatchQueueScheduler`` in a constant.
    public static var serial: SerialDispatchQueueScheduler { SerialDispatchQueueScheduler() }
}

extension Scheduler where Self == ConcurrentDispatchQueueScheduler {
    /// The scheduler of the global concurrent queue with the default quality of service.
    public static var concurrent: ConcurrentDispatchQueueScheduler { ConcurrentDispatchQueueScheduler() }
}

extension Scheduler where Self == ImmediateScheduler {
    /// The scheduler that runs work synchronously and ignores delays.
    public static var immediate: ImmediateScheduler { .shared }
}
