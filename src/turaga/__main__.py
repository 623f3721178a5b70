"""Run the command `turaga` with `python -m turaga`."""

import sys

if __name__ == "__main__":  # a worker of `turaga serve` imports this file again, under another name
    from turaga_command import main

    sys.exit(main())
