"""Findings pinned as checks that hold just the beats they are of."""
