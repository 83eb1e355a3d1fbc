#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// A linked list of strings in libcurl's format.
    final class CurlStringList {
        /// The first node, or `nil` if the list is empty.
        private(set) var head: UnsafeMutableRawPointer?

        init() {}

        /// Creates the list of overrides for `CURLOPT_CONNECT_TO`, in the format `HOST:PORT:OTHER-HOST:OTHER-PORT`.
        convenience init(overriding hosts: [String: String]) throws(TransportError) {
            self.init()
            let overrides = hosts.map { (from: HostAndPort($0.key), to: HostAndPort($0.value)) }
            // libcurl uses the first match, and a host without a port matches all ports.
            for (from, to) in overrides.filter({ !$0.from.port.isEmpty }) + overrides.filter({ $0.from.port.isEmpty }) {
                try append("\(from.host):\(from.port):\(to.host):\(to.port)")
            }
        }

        deinit {
            ccurl_list_free(head)
        }

        func append(_ text: String) throws(TransportError) {
            // Without `withCString`, the conversion of the argument would allocate memory.
            guard let longer = text.withCString({ ccurl_list_append(head, $0) }) else { throw .outOfMemory }
            head = longer
        }
    }
#endif
