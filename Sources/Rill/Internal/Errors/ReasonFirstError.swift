/// An error whose description begins with the name of a request, with another text for the failure messages of tests.
package protocol ReasonFirstError: Error {
    /// The reason, followed by the request in parentheses.
    var reasonFirst: String { get }
}
