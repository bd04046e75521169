"""Every verb, measured with its best, typical and worst input; see cases.py."""

import pytest
from bulk import BULK
from cases import CASES


@pytest.mark.parametrize("case", [*CASES, *BULK], ids=lambda case: case.id)
def test(measure, case):
    measure(case)
