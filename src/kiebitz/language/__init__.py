"""In which words? Catalogues of other languages, and how a saying is said in them."""
