import Foundation
import RillHTTP
import RillScriptSupport

/// Where the body of a request comes from: the value of `-d` and `--json`.
enum BodySource: Sendable {
    case text(String)
    case input(Input)

    /// Reads the value of an option.
    init(_ value: String, of option: String) throws(UsageError) {
        guard value.hasPrefix("@") else {
            self = .text(value)
            return
        }
        let path = String(value.dropFirst())
        let input = Input(path: path)
        guard input == .standard || FileManager.default.isReadableFile(atPath: path) && !Self.isFolder(path) else {
            // Without a folder it may be a text, and a secret, that begins with the sign of a file.
            let place = path.hasPrefix("/") || path.hasPrefix(".") ? ": \(path)" : ""
            throw UsageError("\(option) names a file that cannot be read\(place)")
        }
        self = .input(input)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Puts the body together: texts are joined by `&`; a file is read while it is sent, and all else before.
    static func body(
        of sources: [BodySource], contentType: String, option: String
    ) throws(UsageError) -> RequestBody {
        if sources.count == 1, case .input(let input) = sources[0] {
            guard case .file(let path) = input, input.hasKnownLength else {
                return .unread(input, contentType: contentType)
            }
            return .ready(.file(path, contentType: contentType))
        }
        var texts: [String] = []
        for source in sources {
            guard case .text(let text) = source else {
                throw UsageError(
                    "\(option) @FILE has to be the only \(option): what a file holds is joined with nothing")
            }
            texts.append(text)
        }
        return .ready(HTTPBody(texts.joined(separator: "&"), contentType: contentType))
    }
}
