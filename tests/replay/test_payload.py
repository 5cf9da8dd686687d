"""The result of a call as its row holds it, also where the fast parser refuses the row."""

import pytest

from workbench.replay.payload import result_of

HUGE = "1" + "0" * 400
"""An integer beyond every machine number."""
WRAPPED = '{"message":{"content":[{"type":"tool-result","content":[{"type":"text","text":"a"}],"isError":true}]}'


@pytest.mark.parametrize("beside", ["", ',"other":1', f',"other":{HUGE}'])
def test_metadata_is_kept_as_it_was_written_whatever_stands_beside_it(beside):
    result = result_of(WRAPPED + ',"meta":{"size":1.50,"id":12345678901234567890123}' + beside + "}")
    assert result.meta_text == '{"size":1.50,"id":12345678901234567890123}'
    assert result.meta["size"] == 1.5
    assert (result.has_meta, result.is_error) == (True, True)
    assert result.content == ({"type": "text", "text": "a"},)


@pytest.mark.parametrize("beside", ["", f',"other":{HUGE}'])
def test_null_metadata_is_told_from_none(beside):
    null, none = result_of(WRAPPED + ',"meta":null' + beside + "}"), result_of(WRAPPED + beside + "}")
    assert (null.has_meta, null.meta, null.meta_text) == (True, None, None)
    assert (none.has_meta, none.meta, none.meta_text) == (False, None, None)


@pytest.mark.parametrize("row", ["[1]", "null", '"a"', "{}", '{"message":[],"content":7,"isError":"yes","error":[]}'])
def test_a_row_that_is_no_result_has_no_content(row):
    result = result_of(row)
    assert (result.content, result.is_error, result.error) == ((), False, None)


@pytest.mark.parametrize("depth", [2_000, 100_000])
def test_a_row_nested_to_any_depth_is_read(depth):
    result = result_of(WRAPPED + ',"meta":{"size":1.5},"other":' + "[" * depth + "]" * depth + "}")
    assert (result.is_error, result.meta) == (True, {"size": 1.5})
