"""The ONNX files with their cards; training code lies beside them but is not shipped."""
