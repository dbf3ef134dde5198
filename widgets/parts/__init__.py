"""The parts pages are made of: small pure functions that return HTML or SVG."""
