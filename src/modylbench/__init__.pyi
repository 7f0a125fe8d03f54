# For type checkers: the names that __init__.py imports when they are first used.
from modylbench.api.holding import hold as hold
from modylbench.api.judging import judge as judge
from modylbench.api.results import Results as Results
from modylbench.api.results import load as load
from modylbench.api.verifying import FileVerification as FileVerification
from modylbench.api.verifying import verify as verify

__version__: str
__all__: list[str]
