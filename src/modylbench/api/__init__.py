"""The public functions: hold, judge, verify, load."""
