internal import Rill
internal import RillHTTPTypes

/// An error for a response that does not match the partial file, so that the whole file must be requested.
struct CannotResumeError: ControlFlowError, CustomStringConvertible {
    var description: String { "cannot resume the download: the response does not match the partial file" }
}

/// Validates the response to a download request and writes it to the file.
///
/// The resume point is the position from which the rest was requested, or `nil` if the whole file was requested.
extension Download {
    /// Handles the head or a chunk.
    ///
    /// Returns `nil` if the file is closed.
    func handle(_ event: TransportEvent, _ resumePoint: DownloadFile.ResumePoint?) throws -> DownloadProgress? {
        switch event {
        case .chunk(let bytes):
            return try file.append(bytes)
        case .head(let head):
            if head.status == .partialContent, !requestsRange { return try resume(head, at: resumePoint) }
            try rejectSlice(head, resumePoint)
            let isComplete = head.status == .ok && isResumable
            return try file.start(
                head, total: request.method == .head ? nil : head.declaredLength,
                validator: isComplete ? head.strongValidator : nil)
        }
    }

    /// Handles a failure.
    ///
    /// Rethrows the error unless status 416 indicates that the partial file is already complete.
    func handle(_ error: any Error, _ resumePoint: DownloadFile.ResumePoint?) throws {
        // A damaged partial file must not be resumed by the next download.
        if ((error as? APIError)?.underlying as? TransportError)?.reason == .damaged { try file.preventResumption() }
        guard let resumePoint, let failure = error as? APIError, failure.status == .rangeNotSatisfiable else {
            throw error
        }
        let head = HTTPResponse(status: .rangeNotSatisfiable, headerFields: failure.headerFields)
        let range = ContentRange(head.headerFields[.contentRange])
        guard range?.total == resumePoint.offset, resumePoint.matches(head, total: range?.total) else {
            throw CannotResumeError()
        }
        let offset = resumePoint.offset
        _ = try file.resume(head, at: offset, upTo: offset, total: offset)
    }

    /// Rejects a part of the file that the server sends with a status for the whole file.
    ///
    /// The field has no meaning with this status (RFC 9110, 14.4), so a range of all bytes is accepted.
    private func rejectSlice(_ head: HTTPResponse, _ resumePoint: DownloadFile.ResumePoint?) throws {
        guard head.status.kind == .successful, !requestsRange, let text = head.headerFields[.contentRange],
            let range = ContentRange(text), let bytes = range.bytes,
            bytes.lowerBound > 0 || bytes.upperBound + 1 != range.total
        else { return }
        if resumePoint != nil { throw CannotResumeError() }
        throw TransportError(
            .malformedResponse,
            "received status \(head.status.code) with Content-Range \(BodyText.line(text)), which is only a part of the file"
        )
    }

    private func resume(_ head: HTTPResponse, at resumePoint: DownloadFile.ResumePoint?) throws -> DownloadProgress? {
        guard let resumePoint else {
            throw TransportError(.malformedResponse, "received status 206, but the request had no Range header field")
        }
        let range = ContentRange(head.headerFields[.contentRange])
        // If the total is unknown, the end of the range could be mistaken for the end of the file.
        guard let range, let bytes = range.bytes, let total = range.total ?? resumePoint.record.total,
            bytes.lowerBound == resumePoint.offset, bytes.upperBound < total, !head.hasContentCoding,
            resumePoint.matches(head, total: range.total)
        else { throw CannotResumeError() }
        return try file.resume(head, at: resumePoint.offset, upTo: bytes.upperBound + 1, total: total)
    }
}

extension DownloadFile.ResumePoint {
    /// Returns whether a response belongs to the same version of the file.
    fileprivate func matches(_ head: HTTPResponse, total: Int?) -> Bool {
        if let total, let known = record.total, total != known { return false }
        // Servers that do not support `If-Range` return the range even if the file has changed.
        guard record.validator.hasPrefix("\"") else {
            // Servers may omit the date from a response to `If-Range` (RFC 9110, 15.3.7).
            return head.headerFields[.lastModified].map { $0 == record.validator } ?? true
        }
        guard let tag = head.headerFields[.eTag] else { return head.status == .rangeNotSatisfiable }
        return tag == record.validator
    }
}
