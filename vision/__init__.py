"""From a frame to the dice that lie in it; knows no game and no Pi."""
