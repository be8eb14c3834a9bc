"""How the value functions are made: a compiled twin of the rules, self-play, training, measuring."""
