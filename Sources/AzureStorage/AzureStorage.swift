// A placeholder.
