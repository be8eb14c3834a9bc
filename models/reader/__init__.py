"""How the three networks of the reader are made: data, training, export, calibration, evaluation."""
