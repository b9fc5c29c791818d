"""The drafts as their readers have them: annotated in the margin, and lists of corrections."""
