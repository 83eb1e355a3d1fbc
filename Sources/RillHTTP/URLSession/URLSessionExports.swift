// Code that imports RillURLSession can also use RillHTTP and Rill. On Apple platforms, these sources are part of RillHTTP.
#if canImport(FoundationNetworking)
    @_exported public import RillHTTP
#endif
