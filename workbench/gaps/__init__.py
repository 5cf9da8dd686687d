"""The gaps that keep a call from being shown well: the survey as data, probes over loaded sessions, coverage."""
