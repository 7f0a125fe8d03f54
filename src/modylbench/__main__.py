"""`python -m modylbench`."""

from modylbench.cli.main import main

main()
