"""The theorems of verify/proofs: which reading each one shows, and whether Coq accepts them."""
