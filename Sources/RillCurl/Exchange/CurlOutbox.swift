#if os(Linux)
    /// The exchanges that have buffered body data in the current iteration of the loop, and must flush it at the end.
    final class CurlOutbox {
        private var slots: [CurlSlot] = []

        /// Adds an exchange that has started to buffer data.
        func add(_ slot: CurlSlot) {
            slots.append(slot)
        }

        /// Flushes the buffered data of all exchanges.
        func flush() {
            guard !slots.isEmpty else { return }
            for slot in slots { slot.flushBody() }
            slots.removeAll(keepingCapacity: true)
        }
    }
#endif
