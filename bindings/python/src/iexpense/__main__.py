"""`python -m iexpense` is the command `iexpense`."""

from .cli import main

raise SystemExit(main())
