// Limits the number of parallel tests to the number of cores plus one. Linking the library is sufficient.
