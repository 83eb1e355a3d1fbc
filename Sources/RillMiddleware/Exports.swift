// Code that imports RillMiddleware can also use the client.
@_exported public import RillHTTP
