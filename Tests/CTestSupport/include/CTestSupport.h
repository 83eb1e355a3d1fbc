// Bounds how many tests run at once: one more than there are cores. To be linked is all that it takes.
