"""`python -m turaga` is the command `turaga`."""

import sys

from turaga.cli import main

sys.exit(main())
