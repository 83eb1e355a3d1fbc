// Code that imports RillHTTP can also use the streams of Rill, the types of messages, and the transport of the platform.
@_exported public import Rill
@_exported public import RillHTTPTypes
#if os(Linux)
    @_exported public import RillCurl
#elseif canImport(Darwin)
    @_exported public import RillURLSession
#endif
