// Code that imports RillGarage can also use RillHTTP and Rill.
@_exported public import RillHTTP
