/// An error whose description begins with the name of a request, and that provides another description for failure
/// messages of tests.
package protocol ReasonFirstError: Error {
    /// The reason, followed by the request in parentheses.
    var reasonFirst: String { get }
}
