/// The steps of one order, for the report of a failure.
struct OrderTrace {
    private var entries: [(lane: Int, text: String)] = []
    private var sites: [String] = []
    private var lastStep = 0

    /// Records the start of a step.
    mutating func begin(_ step: Int, lane: Int, _ work: ScheduledWork) {
        lastStep = step
        // Work without a source location inherits the location of the step that scheduled it.
        let site = work.site.map { "\($0.file):\($0.line)" } ?? (work.cause > 0 ? sites[work.cause - 1] : "")
        sites.append(site)
        let suffix = site.isEmpty ? "" : " (\(site))"
        let text =
            switch work.kind {
            case .edge: "subscription or disposal by the kit"
            case .marble: "event of a diagram"
            case .work where work.site != nil: site
            case .work where work.cause > 0: "scheduled by step \(work.cause)\(suffix)"
            case .work: "scheduled before the first step"
            }
        entries.append((lane, "\(step). \(text)"))
    }

    /// Records that a step continues after the steps that preempted it.
    mutating func resume(_ step: Int, lane: Int) {
        guard step != lastStep else { return }
        lastStep = step
        entries.append((lane, "\(step). continues"))
    }

    /// The steps with the names of their schedulers.
    func lines(names: [String]) -> [String] {
        let width = entries.map { names[$0.lane].count }.max() ?? 0
        return entries.map { entry in
            let name = names[entry.lane]
            return "\(name)\(String(repeating: " ", count: width - name.count))  \(entry.text)"
        }
    }
}
