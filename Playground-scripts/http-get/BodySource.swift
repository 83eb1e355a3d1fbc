import Foundation
import RillHTTP
import RillScript

/// The source of a request body: the value of `-d` or `--json`.
enum BodySource: Sendable {
    case text(String)
    case input(Input)

    /// Parses the value of an option.
    init(_ value: String, of option: String) throws(ValidationError) {
        guard value.hasPrefix("@") else {
            self = .text(value)
            return
        }
        let path = String(value.dropFirst())
        let input = Input(path: path)
        guard input == .standard || FileManager.default.isReadableFile(atPath: path) && !Self.isFolder(path) else {
            // Without a folder, the value can be a secret that begins with `@`. The message does not quote it.
            let file = path.hasPrefix("/") || path.hasPrefix(".") ? path : "the file"
            throw ValidationError("\(option): cannot read \(file)")
        }
        self = .input(input)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Returns the request body: texts joined with `&`, or a file.
    ///
    /// Large regular files are streamed. Other inputs are read before the request is sent.
    static func body(
        of sources: [BodySource], contentType: String, option: String
    ) throws(ValidationError) -> RequestBody {
        if sources.count == 1, case .input(let input) = sources[0] {
            guard case .file(let path) = input, input.hasKnownLength else {
                return .unread(input, contentType: contentType)
            }
            return .ready(.file(path, contentType: contentType))
        }
        var texts: [String] = []
        for source in sources {
            guard case .text(let text) = source else {
                throw ValidationError("\(option) @FILE cannot be combined with another \(option)")
            }
            texts.append(text)
        }
        return .ready(HTTPBody(texts.joined(separator: "&"), contentType: contentType))
    }
}
