import Foundation
import RillHTTP
import ScriptSupport

/// Where the body of a request comes from: the value of `-d` and `--json`.
enum BodySource: Sendable {
    case text(String)
    /// The file at a path.
    case file(String)
    case standardInput

    /// Reads the value of an option.
    init(_ value: String, of option: String) throws(UsageError) {
        guard value.hasPrefix("@") else {
            self = .text(value)
            return
        }
        let path = String(value.dropFirst())
        var isFolder: ObjCBool = false
        if path == "-" {
            self = .standardInput
        } else if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            FileManager.default.isReadableFile(atPath: path)
        {
            self = .file(path)
        } else {
            throw UsageError("\(option) names a file that cannot be read: \(path)")
        }
    }

    /// Puts the body together: texts are joined by `&`; a file is read while it is sent.
    static func body(
        of sources: [BodySource], contentType: String, option: String
    ) throws(UsageError) -> HTTPBody {
        if sources.count == 1, case .file(let path) = sources[0] { return .file(path, contentType: contentType) }
        if sources.count == 1, case .standardInput = sources[0] {
            // Kept, as the body may have to be sent again.
            let data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
            return HTTPBody(data, contentType: contentType)
        }
        var texts: [String] = []
        for source in sources {
            guard case .text(let text) = source else {
                throw UsageError(
                    "\(option) @FILE has to be the only \(option): what a file holds is joined with nothing")
            }
            texts.append(text)
        }
        return HTTPBody(texts.joined(separator: "&"), contentType: contentType)
    }
}
