"""Programs with infinitely many outputs: their laws in closed form, and what follows of them."""
