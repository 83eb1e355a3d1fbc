internal import RillTesting
package import Testing

/// Expects that work on the calling thread takes time in proportion to the size of its input.
///
/// Measures the CPU time of the thread, so that other processes do not affect the result. The work runs for a quarter of
/// the size and for the size. Linear work then takes four times longer, and quadratic work sixteen times.
///
/// - Parameters:
///   - size: The size of the large input.
///   - sourceLocation: The source location at which a failure is reported.
///   - prepare: A closure that returns an input of the given size. Its time is not measured.
///   - work: A closure that processes an input.
package func expectLinearTime<Input>(
    size: Int, sourceLocation: SourceLocation = #_sourceLocation, of prepare: (Int) throws -> Input,
    _ work: (Input) throws -> Void
) rethrows {
    let (small, large) = (try prepare(size / 4), try prepare(size))
    // The shortest of several runs excludes most interruptions.
    var times: [(small: Duration, large: Duration)] = []
    for _ in 0..<5 {
        times.append((try cpuTime { try work(small) }, try cpuTime { try work(large) }))
        let (small, large) = (times.map(\.small).min() ?? .zero, times.map(\.large).min() ?? .zero)
        if large < small * 9 { return }
    }
    Issue.record("the time does not grow linearly: \(times)", sourceLocation: sourceLocation)
}

/// Returns the CPU time that the calling thread uses for a closure.
private func cpuTime(_ work: () throws -> Void) rethrows -> Duration {
    let start = Duration.cpuTimeOfThread
    try work()
    return .cpuTimeOfThread - start
}
