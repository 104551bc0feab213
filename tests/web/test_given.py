"""The fields of an address or a form: asked for as Werkzeug has it, and nothing is raised for one that is missing."""

import pytest
from flask import Flask, request
from werkzeug.datastructures import ImmutableMultiDict


@pytest.mark.parametrize("default", [None, "", "usual"])
def test_a_missing_field_is_the_default_and_raises_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch, default: str | None
) -> None:
    def look_up(self: ImmutableMultiDict[str, str], key: str) -> str:
        raise AssertionError(f"{key} was looked up")

    with app.test_request_context("/?a=1", method="POST", data={"b": "2"}):
        fields = [request.args, request.form]
        monkeypatch.setattr(ImmutableMultiDict, "__getitem__", look_up)
        assert [each.get("c", default) for each in fields] == [default, default]


def test_fields_are_read_as_ever(app: Flask) -> None:
    with app.test_request_context("/?a=1&a=2&n=x", method="POST", data={"b": ["3", "4"], "n": "7"}):
        assert (request.args.get("a"), request.args.getlist("a")) == ("1", ["1", "2"])
        assert (request.form.get("b"), request.form.getlist("b")) == ("3", ["3", "4"])
        assert (request.form.get("n", 0, int), request.args.get("n", 0, int)) == (7, 0)
        assert request.form.get("c", 5, int) == 5
