"""Moments and timelines: a session as it is read, from its rows to what stands below each call."""
