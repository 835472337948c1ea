# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Figures as SVG, in the style of the other benchmarks (bench/drawing.hpp)."""

import math

INK, FAINT, GRAY = "#1c2430", "#e3e6ea", "#5b6675"
#: Paul Tol's bright scheme, and gray for the competitors
COLORS = ["#8a8f98", "#aa3377", "#ee6677", "#4477aa", "#66ccee", "#ccbb44"]


class Drawing:
    """Written from top to bottom. A subtitle below the title names the measurement and the machine."""

    def __init__(self, width, height, title, subtitle):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="system-ui, \'DejaVu Sans\', sans-serif" '
            f'font-size="11" fill="{INK}">',
            '<rect width="100%" height="100%" fill="#fff"/>',
        ]
        self.write(24, 32, title, 'font-size="18" font-weight="600"')
        self.write(24, 52, subtitle, f'font-size="12" fill="{GRAY}"')

    def write(self, x, y, text, attributes=""):
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(f'<text x="{x:.5g}" y="{y:.5g}" {attributes}>{escaped}</text>')

    def path(self, attributes, d):
        self.parts.append(f'<path fill="none" {attributes} d="{d}"/>')

    def bar(self, x, y, width, height, color):
        self.parts.append(f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.4g}" height="{height:.4g}" fill="{color}"/>')

    def dot(self, x, y, color):
        self.parts.append(f'<circle cx="{x:.5g}" cy="{y:.5g}" r="4" fill="{color}"/>')

    def legend(self, x, y, color, title):
        """Returns the position for the next one."""
        self.bar(x, y - 10, 11, 11, color)
        self.write(x + 17, y, title, 'font-size="12"')
        return x + 42 + 7.2 * len(title)

    def finish(self):
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def tick_step(highest):
    """A step that gives at most six ticks."""
    power = 10 ** math.floor(math.log10(highest))
    return next(step * power for step in [0.1, 0.2, 0.5, 1, 2, 5] if highest / (step * power) <= 6)


def grouped_bars(title, subtitle, groups):
    """`groups`: (heading, [(series, height, text on the bar)]). A line is drawn at height 1."""
    names = list(dict.fromkeys(name for _, bars in groups for name, _, _ in bars))
    colors = dict(zip(names, COLORS))
    left, top, height, bar = 56, 116, 260, 30
    group = bar * len(names) + 22
    width, bottom = group * len(groups), top + height
    highest = 1.1 * max(value for _, bars in groups for _, value, _ in bars)
    legend_width = sum(42 + 7.2 * len(name) for name in names)
    drawing = Drawing(max(left + width, legend_width, 10.4 * len(title)) + 48, bottom + 40, title, subtitle)
    x = 24
    for name in names:
        x = drawing.legend(x, 80, colors[name], name)
    step = tick_step(highest)
    for i in range(int(highest / step) + 1):
        y = bottom - height * i * step / highest
        drawing.path(f'stroke="{FAINT}"', f"M{left} {y:.5g}h{width}")
        drawing.write(left - 6, y + 4, f"{i * step:g}", 'text-anchor="end"')
    for number, (heading, bars) in enumerate(groups):
        for name, value, text in bars:
            at = left + number * group + 11 + bar * names.index(name)
            drawing.bar(at, bottom - height * value / highest, bar - 2, height * value / highest, colors[name])
            drawing.write(at + bar / 2 - 1, bottom - height * value / highest - 4, text, 'font-size="9.5" text-anchor="middle"')
        drawing.write(left + (number + 0.5) * group, bottom + 18, heading, 'text-anchor="middle"')
    y = bottom - height / highest
    drawing.path(f'stroke="{GRAY}" stroke-dasharray="4 3"', f"M{left} {y:.5g}h{width}")
    drawing.path(f'stroke="{INK}"', f"M{left} {top}V{bottom}h{width}")
    return drawing.finish()


def scaling_plot(title, subtitle, series):
    """`series`: (name, [processes], [seconds], fit or None), on logarithmic axes."""
    left, top, width, height = 72, 80, 460, 300
    processes = sorted({p for _, xs, _, _ in series for p in xs})
    times = [1e3 * t for _, _, ts, _ in series for t in ts]
    low_x, high_x = math.log(processes[0] / 1.2), math.log(processes[-1] * 1.2)
    low_y, high_y = math.log(min(times) / 1.3), math.log(max(times) * 1.3)
    bottom = top + height

    def point(p, milliseconds):
        return (
            left + width * (math.log(p) - low_x) / (high_x - low_x),
            bottom - height * (math.log(milliseconds) - low_y) / (high_y - low_y),
        )

    drawing = Drawing(max(left + width + 24, 7.2 * len(subtitle) + 24), bottom + 60 + 20 * len(series), title, subtitle)
    for p in processes:
        x, _ = point(p, times[0])
        drawing.path(f'stroke="{FAINT}"', f"M{x:.5g} {top}V{bottom}")
        drawing.write(x, bottom + 18, str(p), 'text-anchor="middle"')
    for power in range(-3, 7):
        for digit in [1, 2, 5]:
            tick = digit * 10.0**power
            if low_y < math.log(tick) < high_y:
                _, y = point(processes[0], tick)
                drawing.path(f'stroke="{FAINT}"', f"M{left} {y:.5g}h{width}")
                drawing.write(left - 6, y + 4, f"{tick:g}", 'text-anchor="end"')
    for number, (name, xs, ts, fit) in enumerate(series):
        color = COLORS[1 + 2 * number % (len(COLORS) - 1)]
        if fit:
            ends = [point(p, 1e3 * fit["C"] * p ** -fit["gamma"]) for p in (xs[0], xs[-1])]
            drawing.path(f'stroke="{color}" stroke-dasharray="5 3"', "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in ends))
        for p, t in zip(xs, ts):
            drawing.dot(*point(p, 1e3 * t), color)
        drawing.legend(left, bottom + 64 + 20 * number, color, name)
    drawing.path(f'stroke="{INK}"', f"M{left} {top}V{bottom}h{width}")
    drawing.write(left + width / 2, bottom + 38, "ranks", 'text-anchor="middle"')
    drawing.write(left - 40, top - 8, "ms per pair")
    return drawing.finish()
