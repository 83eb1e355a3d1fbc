import Foundation
import RillHTTP
import RillScript

/// The conversions of arguments.
enum ArgumentChecks {
    /// Returns the method of `-X`.
    static func method(_ text: String) throws -> HTTPRequest.Method {
        guard let method = HTTPRequest.Method(rawValue: text), method != .connect else {
            throw ValidationError("expected a method such as GET or PATCH")
        }
        return method
    }

    /// Returns the header field of `-H`.
    static func headerField(_ text: String) throws -> HTTPField {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        let value = text[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        // The message does not quote the field, which can contain a token.
        guard colon < text.endIndex, let name = HTTPField.Name(String(text[..<colon])), HTTPField.isValidValue(value)
        else {
            throw ValidationError("expected a header field such as 'Accept: text/plain' on one line")
        }
        return HTTPField(name: name, value: value)
    }

    /// Returns the body of `-d` or `--json`: text, or `@` and the path of an input.
    static func body(_ value: String, contentType: String) throws -> RequestBody {
        guard value.hasPrefix("@") else { return .text(value, contentType: contentType) }
        let path = String(value.dropFirst())
        let input = Input(path: path)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard
            input == .standard
                || exists && !isFolder.boolValue && FileManager.default.isReadableFile(atPath: path)
        else {
            // Without a folder, the value can be a secret that begins with `@`. The message does not quote it.
            let file = path.hasPrefix("/") || path.hasPrefix(".") ? path : "the file"
            throw ValidationError("cannot read \(file)")
        }
        return .input(input, contentType: contentType)
    }

    /// Returns the path of `--har`, which names a readable file, or a file that does not exist yet.
    static func cassettePath(_ path: String) throws -> String {
        guard !path.isEmpty else { throw ValidationError("expected a path") }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw ValidationError("\(path) is not a regular file")
        }
        guard type == nil || FileManager.default.isReadableFile(atPath: target) else {
            throw ValidationError("cannot read \(path)")
        }
        return path
    }

    /// Returns the path of `--output`, which names a regular file, or a file that does not exist yet.
    static func outputPath(_ path: String) throws -> String {
        guard !path.isEmpty else { throw ValidationError("expected a path") }
        // The download replaces the file: /dev/null would become a regular file.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular || type == .typeSymbolicLink else {
            throw ValidationError("\(path) is not a regular file: omit the option and redirect with >")
        }
        return path
    }

    /// Returns the URL.
    static func url(_ text: String) throws -> String {
        do {
            try ServerURL.validate(text)
        } catch .userInformation {
            throw ValidationError("a user name or password is not accepted: send them with -H 'Authorization: …'")
        } catch {
            throw ValidationError(
                "expected an http or https URL without whitespace, such as http://127.0.0.1:8080/path?query")
        }
        return text
    }
}
