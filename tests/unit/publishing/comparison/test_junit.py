"""A CI system can read the comparison, whatever stands in it."""

import re
from dataclasses import replace
from xml.etree import ElementTree as Xml

from hypothesis import given
from hypothesis import strategies as st
from tests.staging.trials import Scores, compared_run

from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.junit import FORBIDDEN, clean, junit

BEFORE: Scores = {
    "worse": [8.0, 8.1, 8.2],
    "same": [7.0, 7.0, 7.0],
    "gone": [7.0],
    "partly": [7.0, 7.0, 7.0],
}
AFTER: Scores = {
    "worse": [4.0, 4.1, 4.3],
    "same": [7.0, 7.0, 7.0],
    "partly": [7.0, None, 7.0],
    "more": [5.0],
}
COUNTED = ("tests", "failures", "errors", "skipped")
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "testcase": {"properties", "skipped", "failure", "system-out"},
    "properties": {"property"},
}
REQUIRED = {
    "testsuites": {"name", "time", *COUNTED},
    "testsuite": {"name", "time", *COUNTED},
    "testcase": {"name", "classname", "time"},
    "property": {"name", "value"},
    "failure": {"message", "type"},
    "skipped": {"message"},
}


def read(name: str = "after") -> Xml.Element:
    found = compare(compared_run("before", BEFORE), [replace(compared_run(name, AFTER), name=name)])
    return Xml.fromstring(junit(found))  # noqa: S314 - ours


def check_shape(root: Xml.Element) -> None:
    """What the schemas of JUnit XML have in common: who holds whom, what each must say."""
    assert root.tag == "testsuites"
    for element in root.iter():
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
        assert set(element.attrib) == REQUIRED.get(element.tag, set())
        if element.tag == "testsuite":
            tags = [child.tag for child in element]
            assert tags == sorted(tags, key=["properties", "testcase"].index)
            assert tags.count("properties") <= 1
        if element.tag == "testcase":
            assert len([child for child in element if child.tag in ("skipped", "failure")]) <= 1
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases)
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert int(suite.attrib["skipped"]) == len(suite.findall("testcase/skipped"))
        assert len({case.attrib["name"] for case in cases}) == len(cases)
    for count in COUNTED:
        assert int(root.attrib[count]) == sum(int(suite.attrib[count]) for suite in root)


def test_it_has_the_shape_of_junit_xml() -> None:
    check_shape(read())


def test_what_became_worse_fails_and_what_is_not_there_is_skipped() -> None:
    root = read()
    failed = {
        (case.attrib["classname"], case.attrib["name"])
        for case in root.iter("testcase")
        if case.find("failure") is not None
    }
    skipped = {
        (case.attrib["classname"], case.attrib["name"])
        for case in root.iter("testcase")
        if case.find("skipped") is not None
    }

    assert failed == {
        ("after.worse", "official tier"),
        ("after.worse", "no regression"),
        ("after.gone", "no regression"),
        ("after.partly", "no regression"),
        ("after.overall", "no regression"),
    }
    assert skipped == {
        ("after.gone", "seed 0"),
        ("after.partly", "seed 1"),
        ("after.more", "seed 0"),
        ("after.more", "no regression"),
    }


def test_scores_stand_in_properties() -> None:
    suite = next(element for element in read() if element.attrib["name"].endswith(": worse"))
    found = {
        property_.attrib["name"]: property_.attrib["value"]
        for property_ in suite.iterfind("properties/property")
    }

    assert (found["baseline"], found["candidate"]) == ("8.10", "4.13")
    assert found["difference"] == "-3.96"
    assert float(found["adjusted_p_value"]) >= float(found["p_value"]) > 0


@given(name=st.text(st.characters(), min_size=1, max_size=40))
def test_no_text_breaks_it(name: str) -> None:
    before = compared_run(f"{name} before", {"a": [7.0]})
    found = compare(before, [compared_run(name, {"a": [6.0], "b": [6.0]})])
    root = Xml.fromstring(junit(found))  # noqa: S314 - ours

    check_shape(root)
    place = root[0][1].attrib["classname"]
    assert re.sub(r"\s", " ", clean(name)) == re.sub(r"\s", " ", place.removesuffix(".a"))


def test_every_character_that_xml_forbids_is_taken_out() -> None:
    """XML 1.0, production 2: tab, line feed, carriage return, and these ranges."""
    allowed = {0x9, 0xA, 0xD, *range(0x20, 0xD800), *range(0xE000, 0xFFFE)}

    assert {code for code in range(0x10000) if not FORBIDDEN.match(chr(code))} == allowed
