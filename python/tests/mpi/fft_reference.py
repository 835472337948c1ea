# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Transforms of whole arrays by scipy, in one process: slow and plain."""

import functools

import numpy as np
import scipy.fft

HALFCOMPLEX = ("R2HC", "HC2R", "DHT")
TYPES = {"00": 1, "10": 2, "01": 3, "11": 4}
TRIGONOMETRIC = {
    **{f"REDFT{digits}": (scipy.fft.dct, scipy.fft.idct, number) for digits, number in TYPES.items()},
    **{f"RODFT{digits}": (scipy.fft.dst, scipy.fft.idst, number) for digits, number in TYPES.items()},
}
BASIS = {"F": "FOURIER", "S": "RODFT10", "C": "REDFT10", "N": "NONE"}


def kinds_of(case):
    ndims = len(case["shape"])
    return (
        tuple(case["kinds"]) if "kinds" in case else tuple(BASIS[letter] for letter in case.get("basis", "F" * ndims))
    )


def halved_axis(kinds, real):
    """The last Fourier axis of real data; None where there is none."""
    return max((axis for axis, kind in enumerate(kinds) if kind == "FOURIER"), default=None) if real else None


def logical_size(kinds, lengths):
    """N, which a forward and a backward transform multiply by."""
    size = 1
    for kind, n in zip(kinds, lengths):
        if kind in TRIGONOMETRIC:
            n = 2 * (n - 1) if kind == "REDFT00" else 2 * (n + 1) if kind == "RODFT00" else 2 * n
        size *= 1 if kind == "NONE" else n
    return size


def forward(u, kinds, shape):
    """The coefficients, not normalized. The last axes of `u` are those of the grid; `shape` is the spectral one."""
    real = not np.iscomplexobj(u)
    halved = halved_axis(kinds, real)
    for axis, (kind, n) in enumerate(zip(kinds, shape), start=-len(kinds)):
        if kind in TRIGONOMETRIC:
            transform, _, number = TRIGONOMETRIC[kind]
            u = transform(u, number, axis=axis).take(range(n), axis)
        elif kind in HALFCOMPLEX:
            u = along(axis, u, functools.partial(halfcomplex, kind))
    for axis, (kind, n) in enumerate(zip(kinds, shape), start=-len(kinds)):
        if kind == "FOURIER":
            u = truncated(scipy.fft.fft(u, axis=axis), axis, n)
    if halved is not None:
        u = u.take(range(shape[halved] // 2 + 1), halved - len(kinds))
    return u.real if real and halved is None else u


def backward(u_hat, kinds, shape):
    """The complex physical data of all coefficients (none left out because data is real), divided by N."""
    for axis, (kind, n) in enumerate(zip(kinds, shape), start=-len(kinds)):
        if kind == "FOURIER":
            u_hat = scipy.fft.ifft(widened(u_hat, axis, n), axis=axis)
        elif kind in TRIGONOMETRIC:
            _, inverse, number = TRIGONOMETRIC[kind]
            missing = [(0, 0)] * u_hat.ndim
            missing[axis] = (0, n - u_hat.shape[axis])
            u_hat = inverse(np.pad(u_hat, missing), number, axis=axis)
    return u_hat


def truncated(u_hat, axis, n):
    """n of the coefficients; where their number is even the last one is the sum of two."""
    u_hat = np.moveaxis(u_hat, axis, -1)
    m = u_hat.shape[-1]
    if m > n:
        kept = np.concatenate([u_hat[..., : (n + 1) // 2], u_hat[..., m - n // 2 :]], axis=-1)
        if n % 2 == 0:
            kept[..., n // 2] += u_hat[..., n // 2]
        u_hat = kept
    return np.moveaxis(u_hat, -1, axis)


def widened(u_hat, axis, m):
    """The opposite: zeros for what is not there, half of the last for each of the two."""
    u_hat = np.moveaxis(u_hat, axis, -1)
    n = u_hat.shape[-1]
    if m > n:
        wide = np.zeros((*u_hat.shape[:-1], m), u_hat.dtype)
        wide[..., : (n + 1) // 2] = u_hat[..., : (n + 1) // 2]
        wide[..., m - n // 2 :] = u_hat[..., n - n // 2 :]
        if n % 2 == 0:
            wide[..., m - n // 2] /= 2
            wide[..., n // 2] += wide[..., m - n // 2]
        u_hat = wide
    return np.moveaxis(u_hat, -1, axis)


def along(axis, u, transform):
    """A transform of real lines, on real and imaginary parts alike."""
    parts = [np.apply_along_axis(transform, axis, part) for part in ([u.real, u.imag] if np.iscomplexobj(u) else [u])]
    return parts[0] if len(parts) == 1 else parts[0] + 1j * parts[1]


def halfcomplex(kind, line):
    """FFTW's r0, r1, ..., i2, i1, out of it or into it, and Hartley's transform."""
    n = len(line)
    if kind == "HC2R":
        half = line[: n // 2 + 1].astype(np.result_type(line, np.complex64))
        half[1 : (n + 1) // 2] += 1j * line[: n // 2 : -1]
        return scipy.fft.irfft(half, n) * n if n > 1 else line
    half = scipy.fft.fft(line)
    if kind == "DHT":
        return half.real - half.imag
    return np.concatenate([half.real[: n // 2 + 1], half.imag[1 : (n + 1) // 2][::-1]])
