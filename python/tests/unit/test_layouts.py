# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Layouts: packing arrays of numpy."""

import pickle

import numpy as np
import pytest

import cartwright


def test_faces_pack_what_slices_copy():
    array = np.random.default_rng(1).random((5, 6, 7))
    for axis in range(3):
        for start in (0, array.shape[axis] - 2):
            part, starts = list(array.shape), [0, 0, 0]
            part[axis], starts[axis] = 2, start
            subsizes, offsets = " ".join(map(str, part)), " ".join(map(str, starts))
            face = cartwright.Layout(f"sub(5 6 7; {subsizes}; {offsets})[double]")
            wanted = array.take(range(start, start + 2), axis)
            for _ in range(3):  # precompiled at first, then as machine code
                packed = face.pack(array)
                assert packed.dtype == np.uint8 and packed.nbytes == face.size
                assert np.array_equal(packed.view(float), wanted.ravel())
            target = np.full_like(array, -1)
            face.unpack(packed, target)
            assert np.array_equal(target.take(range(start, start + 2), axis), wanted)
            assert (target == -1).sum() == array.size - wanted.size


def test_elements_lie_an_extent_apart():
    layout = cartwright.Layout("resized(0 12)[vec(2 1 2)[int]]")
    assert (layout.size, layout.lower_bound, layout.extent) == (8, 0, 12)
    assert layout.pack(np.arange(12, dtype=np.int32), 4).view(np.int32).tolist() == [0, 2, 3, 5, 6, 8, 9, 11]
    assert layout.pack(np.zeros(0), 0).nbytes == 0


def test_negative_strides_begin_inside_the_array():
    layout = cartwright.Layout("vec(4 1 -1)[double]")
    assert layout.pack(np.arange(4.0), at=24).view(float).tolist() == [3, 2, 1, 0]


def test_equal_layouts_are_equal_however_they_were_written():
    layout = cartwright.Layout("idxblk(1; 0 2 4 6)[float]")
    assert layout == cartwright.Layout("vec(4 1 2)[float]") == pickle.loads(pickle.dumps(layout))
    assert hash(layout) == hash(cartwright.Layout("vec(4 1 2)[float]"))
    assert layout != cartwright.Layout("vec(4 1 3)[float]")
    assert layout.normal_form == "4 x 8 B [4 B]"


def test_a_layout_is_shown_as_it_was_written():
    for text in ("idxblk(1; 0 2 4 6)[float]", "sub(4 4; 4 1; 0 3)[double]", "darray(1; 8; block; 0; 2; fortran)[int]"):
        layout = cartwright.Layout(text)
        assert repr(layout) == f"Layout({text!r})" == repr(pickle.loads(pickle.dumps(layout)))
        assert eval(repr(layout), {"Layout": cartwright.Layout}) == layout


def test_nothing_outside_an_array_is_touched():
    layout = cartwright.Layout("vec(4 1 2)[double]")
    array = np.zeros(7)
    assert layout.pack(array).nbytes == 32
    for wrong in (
        lambda: layout.pack(array[:6]),
        lambda: layout.pack(array, at=8),
        lambda: layout.pack(array, at=-8),
        lambda: layout.pack(array, 2),
        lambda: layout.pack(array, -1),
        lambda: layout.unpack(np.zeros(3), array),
        lambda: layout.unpack(array[:4], array),
    ):
        with pytest.raises(cartwright.InvalidArgumentError):
            wrong()
    with pytest.raises(cartwright.ParseError, match="position 10"):
        cartwright.Layout("vec(4 1 2[double]")
    read_only = np.zeros(7)
    read_only.flags.writeable = False
    with pytest.raises(TypeError):
        layout.unpack(np.zeros(4), read_only)
