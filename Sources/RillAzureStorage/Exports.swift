// Code that imports RillAzureStorage can also use RillHTTP and Rill.
@_exported public import RillHTTP
