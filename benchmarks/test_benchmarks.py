"""Every verb, measured with its best, typical and worst input; see cases.py."""

import pytest
from cases import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test(measure, case):
    measure(case)
