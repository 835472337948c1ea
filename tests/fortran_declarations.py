# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The Fortran modules have the constants, structs and functions of the headers and of the glue.

fortran_declarations.py ROOT
"""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "tools"))
from c_headers import Headers

POINTER = "type(c_ptr)"
TYPES = {"int": "integer(c_int)", "int64_t": "integer(c_int64_t)", "size_t": "integer(c_size_t)", "void": ""}
TYPES |= {"double": "real(c_double)", "char": "character(kind=c_char)", "CFI_cdesc_t": "type(*)"}
STRUCT = r"! (\w+)[^\n]*\n *type, bind\(C\) :: (\w+)\n(.*?)\n *end type"
PROCEDURE = r"(?:(\S+) function|subroutine) (\w+)\((.*?)\) bind\(C(?:, name='(\w+)')?\)\n(.*?)\n *end (?:function|subroutine)"


def declared(text):
    """name -> its type, whether it is by value, and the length of an array"""
    for kind, attributes, names in re.findall(r"^ *([\w()*=]+)(, [^:]*)? :: (.*)$", text, re.M):
        for name, length in re.findall(r"(\w+)(?:\((.*?)\))?(?: = \w+)?(?:, |$)", names):
            yield name, ("type(*)" if length == ".." else kind, "value" in attributes, length)


def same(path, name, found, wanted):
    if found != wanted:
        sys.exit(f"{path}: {name}: {found} is not {wanted}")


# The functions of the glue, as a header would declare them.
glue = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "fortran").glob("*.c")).replace("MPI_Fint", "int")
defined = re.findall(r"^((?:const char\*|int|void) cwf_\w+\([^().]*\)) \{", glue, re.M)
with tempfile.NamedTemporaryFile("w", suffix=".h") as header:
    print("typedef struct CFI_cdesc_t CFI_cdesc_t; CW_API size_t strlen(const char* text);", file=header)
    print(*(f"CW_API {function};" for function in defined), file=header, flush=True)
    public = [ROOT / f"include/cartwright/{name}.h" for name in ("status", "mpix", "layout", "halo", "fft", "fft_operators", "poisson")]
    headers = Headers([*public, Path(header.name)])
TYPES |= dict.fromkeys(headers.enums, TYPES["int"]) | dict.fromkeys(headers.callbacks, "type(c_funptr)")
for path in sorted((ROOT / "fortran").glob("*.f90")):
    text = re.sub(r"&\n *", "", path.read_text(encoding="utf-8"))
    constants = dict(re.findall(r"(\w+) = (-?\d+)", "".join(re.findall(r"integer, parameter.*", text))))
    for name in constants.keys() - {"max_dims"}:
        same(path, name, int(constants[name]), headers.constants[name])
    structs = re.findall(STRUCT, text, re.S)
    for name, fortran, members in structs:
        TYPES[name] = f"type({fortran})"
        found = {key: (kind, int(constants.get(length, length or 0))) for key, (kind, _, length) in declared(members)}
        wanted = {key: (POINTER if c.pointers else TYPES[c.name], c.length) for key, c in headers.structs[name].items()}
        same(path, name, list(found.items()), list(wanted.items()))
    same(path, "bind(C) types", len(structs), text.count("type, bind(C)"))
    procedures = re.findall(PROCEDURE, text, re.S)
    same(path, "bind(C) procedures", len(procedures), text.count(") bind(C"))
    for result, name, arguments, c_name, body in procedures:
        kinds = dict(declared(body))
        given = [kinds[argument][:2] for argument in arguments.split(", ") if argument]
        for function in re.findall(rf"procedure\({name}\), bind\(C, name='(\w+)'\)", text) or [c_name or name]:
            wanted = headers.functions[function]
            same(path, function, result, POINTER if wanted.result.pointers else TYPES[wanted.result.name])
            same(path, function, len(given), len(wanted.parameters))
            for (kind, by_value), c in zip(given, wanted.parameters.values()):
                pointers = c.pointers - (not by_value)
                same(path, function, kind, POINTER if pointers else TYPES[c.name])
