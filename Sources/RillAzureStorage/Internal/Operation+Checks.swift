internal import RillHTTP

/// Validates the parameters of a request before it is sent.
extension Operation {
    /// Appends a number to the query if it is within the range.
    mutating func append(_ item: String, _ value: Int, named name: String, in range: ClosedRange<Int>) {
        guard range.contains(value) else {
            return reject("\(name) must be between \(range.lowerBound) and \(range.upperBound), got \(value)")
        }
        query.append(item, value)
    }

    /// Appends a duration to the query in whole seconds, rounded up, if it is within the range.
    mutating func append(_ item: String, _ value: Duration, named name: String, in range: ClosedRange<Int>) {
        if let seconds = wholeSeconds(value, named: name, in: range) { query.append(item, seconds) }
    }

    /// Returns a duration in whole seconds, rounded up, or `nil` if it is outside the range, which rejects the request.
    mutating func wholeSeconds(_ value: Duration, named name: String, in range: ClosedRange<Int>) -> Int? {
        let seconds = value.wholeSeconds(in: range)
        if seconds == nil {
            reject("\(name) must be between \(range.lowerBound) and \(range.upperBound) seconds, got \(value)")
        }
        return seconds
    }

    /// Returns the length of the content, or `nil` if it is unknown or outside the range, which rejects the request.
    @discardableResult
    mutating func checkCount(of content: HTTPBody, in range: ClosedRange<Int>) -> Int? {
        do {
            guard let count = try content.checkedCount() else {
                reject("the content has no known length")
                return nil
            }
            if range.contains(count) { return count }
            reject("the content must have \(range.lowerBound) to \(range.upperBound) bytes, got \(count)")
        } catch {
            validationError = validationError ?? error
        }
        return nil
    }

    /// Sets the `Range` header field.
    ///
    /// Rejects empty ranges, for which the service uses the whole content.
    mutating func setRange(_ range: Range<Int>?) {
        guard let range else { return }
        guard range.lowerBound >= 0, !range.isEmpty else {
            return reject("range must contain at least one byte and start at 0 or later, got \(range)")
        }
        headerFields[.range] = "bytes=\(range.lowerBound)-\(range.upperBound == .max ? "" : "\(range.upperBound - 1)")"
    }

    /// Sets the body.
    ///
    /// An error thrown by the closure becomes the request's validation error.
    mutating func setBody(_ make: () throws -> HTTPBody) {
        do {
            body = try make()
        } catch {
            validationError = validationError ?? error
        }
    }

    /// Sets the validation error of the request unless it already has one.
    mutating func reject(_ reason: String) {
        validationError = validationError ?? TransportError(.invalidRequest, reason)
    }
}

extension Duration {
    /// Returns the duration in whole seconds, rounded up, or `nil` if it is outside the range.
    func wholeSeconds(in range: ClosedRange<Int>) -> Int? {
        guard self >= .zero, self <= .seconds(range.upperBound) else { return nil }
        let seconds = Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
        return range.contains(seconds) ? seconds : nil
    }
}
