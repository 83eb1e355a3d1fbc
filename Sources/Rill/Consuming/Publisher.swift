#if canImport(Combine)
    extension ObservableConvertible {
        /// A Combine publisher of the events.
        ///
        /// The source is subscribed to when the subscriber first requests elements, and is paused while there is no
        /// demand. If it does not support back-pressure, up to 1,024 elements are buffered before the publisher fails
        /// with ``StreamError/Code/bufferOverflow``.
        ///
        ///     tags.publisher.replaceError(with: []).receive(on: RunLoop.main).assign(to: &$tags)
        public var publisher: ObservablePublisher<Element> { ObservablePublisher(source: asObservable()) }
    }
#endif
