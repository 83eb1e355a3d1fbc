// On Apple platforms, `URLSessionTransport` is part of `RillHTTP`, and this library only re-exports it, so that the same
// manifest and imports work on all platforms. On Linux, this library contains the implementation.
@_exported public import struct RillHTTP.URLSessionTransport
