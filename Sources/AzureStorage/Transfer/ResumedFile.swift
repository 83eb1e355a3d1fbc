internal import Digests
internal import Foundation
internal import RillHTTP

extension DownloadOptions {
    /// The same, with the MD5 of a file looked at that was gone on with: that of any other is taken as its bytes come.
    func checkingMD5OfResumed() -> DownloadOptions {
        var options = self
        options.verify = { [verify] path, head in
            if head.status == .partialContent, let md5 = head.blobMD5 {
                guard try MD5.digest(ofFileAt: path) == md5 else { throw TransportError.misfit }
            }
            try verify?(path, head)
        }
        return options
    }
}

extension HTTPResponse {
    /// The MD5 of the whole, which the service keeps beside a blob; nil if it keeps none.
    var blobMD5: [UInt8]? {
        guard let text = headerFields[.blobContentMD5], let md5 = Data(base64Encoded: text), md5.count == 16 else {
            return nil
        }
        return [UInt8](md5)
    }
}

extension TransportError {
    /// What has come is not what the service keeps the MD5 of.
    static let misfit = TransportError(.malformedResponse, .damaged, "it does not fit its MD5")
}

extension MD5 {
    /// Reads a file piece by piece.
    fileprivate static func digest(ofFileAt path: String) throws -> [UInt8] {
        guard let stream = InputStream(fileAtPath: path) else { throw CocoaError(.fileReadUnknown) }
        stream.open()
        defer { stream.close() }
        var md5 = MD5()
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = stream.read(&piece, maxLength: piece.count)
            guard count >= 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
            guard count > 0 else { return md5.digest }
            md5.update(piece[..<count])
        }
    }
}
