"""Records of other programs and servers."""
