"""What failed in a test of a suite that several modules import? Its assertions say it too."""

import pytest

pytest.register_assert_rewrite("tests.contract.room_suite")
