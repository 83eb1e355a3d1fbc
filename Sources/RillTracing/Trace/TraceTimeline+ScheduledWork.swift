/// The work that subscriptions pass to schedulers.
extension TraceTimeline {
    /// A work item that was passed to a scheduler.
    struct Hop {
        let name: String
        let track: Int
        let scheduled: Duration

        /// The lane on which the work runs, or `nil` while it is pending.
        var lane: (queue: String, index: Int, start: Duration)?
    }

    /// A track of a scheduler, which shows one work item at a time.
    struct Lane {
        let track: Int
        var isBusy: Bool
        var end: Duration
    }

    /// Adds work that a subscription passes to a scheduler, up to the maximum number of events.
    mutating func scheduleHop(_ id: UInt64, of key: Key, at time: Duration) {
        guard let slice = slices[key] else { return }
        guard slice.hopCount < eventLimit else {
            slice.omittedCount += 1
            return
        }
        guard hasRoom(hops.count) else { return }
        slice.hopCount += 1
        hops[id] = Hop(name: slice.name, track: slice.track, scheduled: time)
    }

    /// Starts a work item on a free lane of its scheduler.
    mutating func beginHop(_ id: UInt64, on scheduler: String, at time: Duration) {
        guard let hop = hops[id] else { return }
        let scheduler = scheduler.limited
        guard lanes[scheduler] != nil || hasRoom(lanes.count) else { return }
        let start = max(time, hop.scheduled)
        let count = lanes[scheduler]?.count ?? 0
        // The array is searched in place, because a copy would make the change below copy all lanes.
        let index = lanes[scheduler]?.firstIndex { !$0.isBusy && $0.end <= start } ?? count
        guard let track = index < count ? lanes[scheduler]?[index].track : newTrack(scheduler) else { return }
        let lane = Lane(track: track, isBusy: true, end: start)
        if index < count { lanes[scheduler]?[index] = lane } else { lanes[scheduler, default: []].append(lane) }
        hops[id]?.lane = (scheduler, index, start)
    }

    /// Ends a work item, and draws the arrow to it, or removes it if it is pending.
    mutating func endHop(_ id: UInt64, at time: Duration) {
        guard let hop = hops.removeValue(forKey: id), let (queue, index, start) = hop.lane,
            let track = lanes[queue]?[index].track
        else { return }
        let end = max(time, start)
        lanes[queue]?[index] = Lane(track: track, isBusy: false, end: end)
        lastArrow += 1
        let arrow = lastArrow
        text.addTogether { text in
            // The slice precedes the arrow, so that a reader that sorts by time finds it if both begin at the same time.
            text.add(.slice, hop.name, "work", track: track, at: start, duration: end - start)
            text.add(.arrowStart, "hop", "work", track: hop.track, at: hop.scheduled, id: arrow)
            text.add(.arrowEnd, "hop", "work", track: track, at: start, id: arrow)
        }
    }
}
