import Foundation

/// A release build of the benchmark.
struct BenchBuild {
    /// The path of the executable.
    private let path: String

    /// Locates or builds the benchmark.
    ///
    /// - Parameter source: A revision of the repository, the folder of a checkout, an executable, or `nil` for the checkout
    ///   that contains the current folder.
    init(of source: String?) throws {
        var isFolder: ObjCBool = false
        if let source, FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) {
            let url = URL(filePath: source)
            path = isFolder.boolValue ? try Self.build(url) : url.path
            return
        }
        let root = URL(filePath: try Self.git(["rev-parse", "--show-toplevel"]))
        // Separate from the build folder, which `swift run` may be using.
        let folder = root.appending(path: ".build/rill-bench")
        if let source {
            path = try Self.build(try Self.checkOut(source, of: root, below: folder))
        } else {
            path = try Self.build(root, scratch: folder.appending(path: "current"))
        }
    }

    /// Extracts a revision, unless an earlier call did, and returns its folder.
    private static func checkOut(_ revision: String, of root: URL, below folder: URL) throws -> URL {
        let hash = try git(["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"], in: root)
        let checkout = folder.appending(path: hash)
        if FileManager.default.fileExists(atPath: checkout.path) { return checkout }
        // Renamed when it is complete, so that an interrupted extraction is repeated.
        let partial = folder.appending(path: "\(hash).partial")
        try? FileManager.default.removeItem(at: partial)
        try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
        let archive = partial.appending(path: "\(hash).tar")
        try ChildProcess.run(["git", "archive", "--output", archive.path, hash], in: root)
        try ChildProcess.run(["tar", "-xf", archive.path], in: partial)
        try FileManager.default.removeItem(at: archive)
        try FileManager.default.moveItem(at: partial, to: checkout)
        return checkout
    }

    /// Builds a checkout, and returns the path of the executable.
    private static func build(_ checkout: URL, scratch: URL? = nil) throws -> String {
        FileHandle.standardError.write(Data("Building \(checkout.path)\n".utf8))
        let command =
            ["swift", "build", "-c", "release", "--product", "rill-bench", "--package-path", checkout.path]
            + (scratch.map { ["--scratch-path", $0.path] } ?? [])
        try ChildProcess.run(command)
        return try text(ChildProcess.run(command + ["--show-bin-path"])) + "/rill-bench"
    }

    private static func git(_ arguments: [String], in folder: URL? = nil) throws -> String {
        try text(ChildProcess.run(["git"] + arguments, in: folder))
    }

    private static func text(_ output: Data) -> String {
        String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Measures the workloads in a process.
    ///
    /// - Parameters:
    ///   - filter: The text that the names of the workloads contain.
    ///   - repetitions: The number of runs per workload.
    ///   - environment: Additional environment variables. Defaults to none.
    /// - Returns: The measurements by the name of the workload.
    func measure(
        filter: String, repetitions: Int, environment: [String: String] = [:]
    ) throws -> [String: Measurement] {
        let output = try ChildProcess.run(
            [path, "--json", "--repetitions", "\(repetitions)"] + (filter.isEmpty ? [] : ["--filter", filter]),
            environment: environment)
        let measurements = try JSONDecoder().decode([Measurement].self, from: output)
        return Dictionary(measurements.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }
}
