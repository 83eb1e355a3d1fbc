public import RillHTTP

/// A JSON Patch: a list of changes to a JSON document.
///
///     let patch: JSONPatch = [
///         .replace("/title", with: "Rill 1.0"), .add("/tags/-", "swift"), .remove("/draft"),
///     ]
///     client.send(Endpoint<JSONValue>("/items/1", method: .patch, body: .jsonPatch(patch)))
///
/// The server applies either all operations, in order, or none. Paths are JSON Pointers: each component is preceded by `/`,
/// and `~` and `/` in a component are written `~0` and `~1`. The index `-` appends to an array. The empty path is the whole
/// document.
///
/// - SeeAlso: RFC 6902; RFC 6901.
public struct JSONPatch: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// A single change to a document.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        let json: JSONValue

        /// The operation as JSON.
        public var description: String { json.description }

        /// Adds a value, replaces the value of a key, or inserts an element before an index.
        ///
        /// - Parameters:
        ///   - path: The location of the new value.
        ///   - value: The value.
        /// - Returns: The operation.
        public static func add(_ path: String, _ value: JSONValue) -> Operation {
            Operation(json: ["op": "add", "path": .string(path), "value": value])
        }

        /// Adds an encodable value, replaces the value of a key with it, or inserts it before an index.
        ///
        /// - Parameters:
        ///   - path: The location of the new value.
        ///   - value: The value, which is encoded by a `JSONEncoder` with the default strategies.
        /// - Returns: The operation.
        /// - Throws: The encoder's error.
        @_disfavoredOverload  // a literal is a `JSONValue`
        public static func add(_ path: String, _ value: some Encodable) throws -> Operation {
            add(path, try JSONValue(encoding: value))
        }

        /// Removes a value.
        ///
        /// - Parameter path: The location of the value, which must exist.
        /// - Returns: The operation.
        public static func remove(_ path: String) -> Operation {
            Operation(json: ["op": "remove", "path": .string(path)])
        }

        /// Replaces a value.
        ///
        /// - Parameters:
        ///   - path: The location of the value, which must exist.
        ///   - value: The new value.
        /// - Returns: The operation.
        public static func replace(_ path: String, with value: JSONValue) -> Operation {
            Operation(json: ["op": "replace", "path": .string(path), "value": value])
        }

        /// Replaces a value with an encodable value.
        ///
        /// - Parameters:
        ///   - path: The location of the value, which must exist.
        ///   - value: The new value, which is encoded by a `JSONEncoder` with the default strategies.
        /// - Returns: The operation.
        /// - Throws: The encoder's error.
        @_disfavoredOverload  // a literal is a `JSONValue`
        public static func replace(_ path: String, with value: some Encodable) throws -> Operation {
            replace(path, with: try JSONValue(encoding: value))
        }

        /// Moves a value.
        ///
        /// - Parameters:
        ///   - source: The location of the value, which must exist.
        ///   - path: The new location.
        /// - Returns: The operation.
        public static func move(from source: String, to path: String) -> Operation {
            Operation(json: ["op": "move", "from": .string(source), "path": .string(path)])
        }

        /// Copies a value.
        ///
        /// - Parameters:
        ///   - source: The location of the value, which must exist.
        ///   - path: The location of the copy.
        /// - Returns: The operation.
        public static func copy(from source: String, to path: String) -> Operation {
            Operation(json: ["op": "copy", "from": .string(source), "path": .string(path)])
        }

        /// Checks that a value is equal to another value; if not, the server rejects the patch.
        ///
        /// - Parameters:
        ///   - path: The location of the value.
        ///   - value: The expected value.
        /// - Returns: The operation.
        public static func test(_ path: String, _ value: JSONValue) -> Operation {
            Operation(json: ["op": "test", "path": .string(path), "value": value])
        }

        /// Checks that a value is equal to an encodable value; if not, the server rejects the patch.
        ///
        /// - Parameters:
        ///   - path: The location of the value.
        ///   - value: The expected value, which is encoded by a `JSONEncoder` with the default strategies.
        /// - Returns: The operation.
        /// - Throws: The encoder's error.
        @_disfavoredOverload  // a literal is a `JSONValue`
        public static func test(_ path: String, _ value: some Encodable) throws -> Operation {
            test(path, try JSONValue(encoding: value))
        }
    }

    /// The operations, in the order in which the server applies them.
    public var operations: [Operation]

    /// Creates a patch.
    ///
    /// - Parameter operations: The operations, in the order in which the server applies them.
    public init(_ operations: [Operation]) {
        self.operations = operations
    }

    /// Creates a patch.
    public init(arrayLiteral operations: Operation...) {
        self.init(operations)
    }
}

extension HTTPBody {
    /// Encodes a JSON Patch.
    ///
    /// - Parameter patch: The operations.
    /// - Returns: A body of type `application/json-patch+json`.
    /// - SeeAlso: RFC 6902.
    public static func jsonPatch(_ patch: JSONPatch) -> HTTPBody {
        HTTPBody("\(JSONValue.array(patch.operations.map(\.json)))", contentType: "application/json-patch+json")
    }
}
