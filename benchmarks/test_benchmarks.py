"""Every verb, measured with its best, typical and worst input; see cases.py."""

import pytest
from bulk import BULK
from cases import CASES
from hiding import HIDING


@pytest.mark.parametrize("case", [*CASES, *BULK, *HIDING], ids=lambda case: case.id)
def test(measure, case):
    measure(case)
