#if os(Linux)
    /// The exchanges that have gathered pieces of a body in this turn of the loop, and hand them over at its end.
    final class CurlOutbox {
        private var slots: [CurlSlot] = []

        /// Notes an exchange that has begun to gather.
        func add(_ slot: CurlSlot) {
            slots.append(slot)
        }

        /// Makes all of them hand over what they still have.
        func send() {
            guard !slots.isEmpty else { return }
            for slot in slots { slot.handOver() }
            slots.removeAll(keepingCapacity: true)
        }
    }
#endif
