"""Which test programs there must be, read from the sources, and which of them a build does not run.

Meson says only what it was configured with; a build that lacks something would merely have fewer
tests. So every C file below a folder called test with a main of its own has to be part of a test,
and every fuzz target too.
"""
import json
import re
from pathlib import Path

MAIN = re.compile(r"^int main\(", re.M)
FUZZ = re.compile(r"^int LLVMFuzzerTestOneInput\(", re.M)
HELPERS = {"test/web/preview.c"}  # programs that tests start


def in_tests(path):
    return path.parts[0] == "fuzz" or "test" in path.parts[:-1]


def written(root, pattern):
    """The C files below the test folders that match, as paths from the root."""
    for folder in ("test", "games", "fuzz"):
        for path in sorted((root / folder).rglob("*.c")):
            name = path.relative_to(root)
            if in_tests(name) and pattern.search(path.read_text()):
                yield str(name)


def tests(root, variant):
    return json.loads((root / variant / "meson-info/intro-tests.json").read_text())


def tested(root, variant):
    """The sources of all programs that the tests of this build depend on."""
    targets = json.loads((root / variant / "meson-info/intro-targets.json").read_text())
    used = {target for test in tests(root, variant) for target in test["depends"]}
    return {str(Path(source).relative_to(root))
            for target in targets if target["id"] in used
            for part in target["target_sources"] for source in part.get("sources", [])
            if Path(source).is_relative_to(root)}


def missing(root, variant):
    wanted = written(root, FUZZ if variant == "build-fuzz" else MAIN)
    return sorted(set(wanted) - tested(root, variant) - HELPERS)
