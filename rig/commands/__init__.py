"""The commands of `keltis`, one file each."""
