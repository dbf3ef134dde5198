"""``python -m companion`` does what the ``companion`` command does."""

from companion.launch import main

if __name__ == "__main__":
    raise SystemExit(main())
