"""Fuzz every reader with random texts and bytes, most of them nearly valid.

    python scripts/fuzz.py --seconds 600                 all targets, for ten minutes together
    python scripts/fuzz.py --number 1000000 --only board,square
    python scripts/fuzz.py --record                      as many cases as a run for the record has
    python scripts/fuzz.py --only square --seed 3 --first 4711 --number 1    one case again
    python scripts/fuzz.py --list                        the names of the targets

One line for each target says how many cases were tried, accepted, rejected and faulty. `scripts/fuzzing.py`
says what a fault is. Each fault is shown with the case and the command that runs it again. The exit status is
1 if there is any.
"""

import argparse
import sys

import fuzz_api
import fuzz_files
import fuzz_values
import fuzz_walks
from fuzzing import Result, Target, fuzz


def all_targets() -> list[Target]:
    """Every target."""
    return [*fuzz_values.targets(), *fuzz_walks.targets(), *fuzz_api.targets(), *fuzz_files.targets()]


def show(result: Result, seed: int) -> None:
    """Print the line of a target, and its faults."""
    print(result, flush=True)
    for kind, fault in result.faults.items():
        again = f"--only {result.target} --seed {seed} --first {fault.number} --number 1"
        print(f"  {kind}: python scripts/fuzz.py {again}\n    {fault.case}")
        print("    " + fault.what.replace("\n", "\n    "), flush=True)


def main() -> int:
    """Run the targets and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, help="stop after this time, shared by the targets")
    parser.add_argument("--number", type=int, help="cases for each target")
    parser.add_argument(
        "--record", action="store_true", help="as many cases as each target has for the record"
    )
    parser.add_argument("--only", help="names of targets, separated by commas")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--list", action="store_true", help="list the targets")
    args = parser.parse_args()
    targets = all_targets()
    if args.only:
        targets = [target for target in targets if target.name in args.only.split(",")]
    if not targets:
        parser.error(f"there is no target {args.only!r}: --list lists them")
    if args.list:
        print("\n".join(target.name for target in targets))
        return 0
    if not (args.seconds or args.number or args.record):
        parser.error("--seconds, --number or --record is required")
    faulty = 0
    for target in targets:
        number = target.record if args.record else args.number
        seconds = args.seconds / len(targets) if args.seconds else None
        result = fuzz(target, number=number, seconds=seconds, seed=args.seed, first=args.first)
        show(result, args.seed)
        faulty += result.faulty
    print(f"{len(targets)} targets, {faulty} faulty cases", flush=True)
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
