"""The figures behind :mod:`widgets.plots`, one file a kind."""
