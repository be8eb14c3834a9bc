"""The rules of the Keltis family and the advice that rests on them."""
