// On Apple platforms, `URLSessionTransport` is part of `RillHTTP`, and this library re-exports it, so that the same
// manifest and imports work on all platforms. On Linux, the target is built from `Sources/RillHTTP/URLSession` instead
// of this file.
@_exported public import RillHTTP
