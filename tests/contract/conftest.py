"""Failed assertions of a suite that several modules import are explained like any other."""

import pytest

pytest.register_assert_rewrite("tests.contract.room_suite")
