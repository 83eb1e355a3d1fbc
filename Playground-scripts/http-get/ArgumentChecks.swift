import Foundation
import RillHTTP
import RillScriptSupport

extension ArgumentReader {
    /// The value of `-X`.
    mutating func method() throws(UsageError) -> HTTPRequest.Method {
        let text = try value()
        guard let method = HTTPRequest.Method(rawValue: text), method != .connect else {
            throw UsageError("\(option) needs a method like GET or PATCH\(Self.refusal(of: text))")
        }
        return method
    }

    /// The value of `-H`.
    mutating func field() throws(UsageError) -> HTTPField {
        let text = try value()
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        let value = text[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        // Not repeated: it may hold a token.
        guard colon < text.endIndex, let name = HTTPField.Name(String(text[..<colon])), HTTPField.isValidValue(value)
        else {
            throw UsageError(
                "\(option) needs a field like 'Accept: text/plain', a name, a colon and a value in one line")
        }
        return HTTPField(name: name, value: value)
    }

    /// The value of `--har`: a file that can be played, or a place where nothing lies yet.
    mutating func cassette() throws(UsageError) -> String {
        let path = try value()
        let end = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: end)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw UsageError("\(option) needs the name of a file, and \(path) is something else")
        }
        guard type == nil || FileManager.default.isReadableFile(atPath: end) else {
            throw UsageError("\(option) names a file that cannot be read: \(path)")
        }
        return path
    }

    /// The value of `--output`: a place where a file lies, or nothing yet.
    mutating func place() throws(UsageError) -> String {
        let path = try value()
        // What is there is replaced, and not written to: /dev/null would be a file from then on.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular || type == .typeSymbolicLink else {
            throw UsageError(
                "\(option) needs the name of a file, and \(path) is something else: leave it out and use >")
        }
        return path
    }
}
