#if os(Linux)
    import Foundation
    @testable import RillHTTPTesting

    /// The Swift compiler, with the modules in the build folder of the tests.
    enum Compiler {
        /// Compiles a program in language mode 6.
        ///
        /// Throws an error that contains the messages of the compiler if the program does not compile.
        ///
        /// - Parameters:
        ///   - source: The source code.
        ///   - options: Options for the compiler.
        static func compile(_ source: String, _ options: String...) throws {
            let products = BuildFolder.products
            let file = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString).swift")
            defer { try? FileManager.default.removeItem(at: file) }
            try source.write(to: file, atomically: true, encoding: .utf8)
            try SystemTool("swiftc").run(
                [
                    "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-enable-upcoming-feature",
                    "MemberImportVisibility", "-parse-as-library", "-I", "\(products)/Modules", "-module-cache-path",
                    "\(products)/PageModuleCache",
                    "-Xcc", "-fmodule-map-file=\(products)/CRillCurl.build/module.modulemap",
                ] + options + [file.path])
        }
    }
#endif
