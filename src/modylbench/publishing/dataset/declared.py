"""How are features declared: to Arrow, to `datasets` in the Parquet files, and in the card?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import UserMistake
from modylbench.publishing.dataset.features import ListOf, Scalar, Struct, written

if TYPE_CHECKING:
    from modylbench.publishing.dataset.features import Feature

METADATA = b"huggingface"


def arrow() -> Any:
    """The package pyarrow with its Parquet part; raises UserMistake where it is not installed."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # it ships no types
        import pyarrow.parquet  # type: ignore[import-untyped]
    except ModuleNotFoundError as error:
        message = (
            "the data set is written with the package pyarrow, which is not installed: "
            "pip install 'modylbench[dataset]'"
        )
        raise UserMistake(message) from error
    return pyarrow


def arrow_schema(features: Struct) -> Any:
    """The Arrow schema, with the metadata by which `datasets` knows the features again."""
    pyarrow = arrow()
    struct = _written_struct(features)
    fields = [(name, _arrow_type(one)) for name, one in struct.fields]
    info = {"info": {"features": {name: _json(one) for name, one in struct.fields}}}
    return pyarrow.schema(fields, metadata={METADATA: json.dumps(info).encode()})


def yaml_features(features: Struct) -> list[dict[str, Any]]:
    """The features as the card's `dataset_info` lists them."""
    return [{"name": name, **_yaml(one)} for name, one in _written_struct(features).fields]


def _written_struct(features: Struct) -> Struct:
    found = written(features)
    assert isinstance(found, Struct)  # noqa: S101 - a struct is written as a struct
    return found


def _arrow_type(feature: Feature) -> Any:
    pyarrow = arrow()
    match feature:
        case Struct(fields):
            return pyarrow.struct([(name, _arrow_type(one)) for name, one in fields])
        case ListOf(item):
            return pyarrow.list_(_arrow_type(item))
        case Scalar(dtype):
            return pyarrow.type_for_alias(dtype)
        case _:
            raise TypeError(feature)


def _json(feature: Feature) -> Any:
    """As `datasets` writes it; a list in the form that versions before 4 read too."""
    match feature:
        case Struct(fields):
            return {name: _json(one) for name, one in fields}
        case ListOf(item):
            return [_json(item)]
        case Scalar(dtype):
            return {"dtype": dtype, "_type": "Value"}
        case _:
            raise TypeError(feature)


def _yaml(feature: Feature) -> dict[str, Any]:
    match feature:
        case Struct(fields):
            return {"struct": [{"name": name, **_yaml(one)} for name, one in fields]}
        case ListOf(Scalar(dtype)):
            return {"list": dtype}
        case ListOf(Struct(fields)):
            return {"list": [{"name": name, **_yaml(one)} for name, one in fields]}
        case ListOf(item):
            return {"list": _yaml(item)}
        case Scalar(dtype):
            return {"dtype": dtype}
        case _:
            raise TypeError(feature)
