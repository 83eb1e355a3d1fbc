// Code that imports RillTracing can also use the client.
@_exported public import RillHTTP
