internal import Foundation
internal import RillHTTP

/// Puts values into a request that are looked at first: what the service would refuse is said before anything is sent.
extension Operation {
    /// Appends a number to the query, if it is one that the service takes.
    mutating func append(_ item: String, _ value: Int, named name: String, in range: ClosedRange<Int>) {
        guard range.contains(value) else {
            return refuse("\(name) has to be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        items.append(item, value)
    }

    /// Appends a duration to the query, in whole seconds and rather too many than too few.
    mutating func append(_ item: String, _ value: Duration, named name: String, in range: ClosedRange<Int>) {
        guard let seconds = value.wholeSeconds(in: range) else {
            return refuse("\(name) has to be from \(range.lowerBound) to \(range.upperBound) seconds, not \(value)")
        }
        items.append(item, seconds)
    }

    /// Appends how many things a page of a list has at most, if that is said.
    mutating func appendPageSize(_ size: Int?) {
        if let size { append("maxresults", size, named: "pageSize", in: 1...5_000) }
    }

    /// Sets the body, if there is one of that form.
    mutating func setBody(_ make: () throws -> HTTPBody) {
        do {
            content = try make()
        } catch {
            flaw = flaw ?? error
        }
    }

    /// Says why the request cannot be sent; what was said first counts.
    mutating func refuse(_ reason: String) {
        flaw = flaw ?? TransportError(.invalidRequest, reason)
    }
}

extension Duration {
    /// The duration in whole seconds, rounded up; nil if it is less or more than what is asked for.
    func wholeSeconds(in range: ClosedRange<Int>) -> Int? {
        guard self >= .zero, self <= .seconds(range.upperBound) else { return nil }
        let seconds = Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
        return range.contains(seconds) ? seconds : nil
    }
}
