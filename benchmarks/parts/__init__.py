"""What benchmarks share and what makes their data; none of it measures anything by itself."""
