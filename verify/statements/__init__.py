"""The statements behind the claims, by theme, as formulas.  No draft is named in here."""
