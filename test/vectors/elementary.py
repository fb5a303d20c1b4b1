"""Writes elementary.json: functions of src/numeric/elementary at random arguments, by mpmath with 400 bits.

    python3 test/vectors/elementary.py    (mpmath 1.3)
"""

import json
import math
import random
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 400
draw = random.Random(31)
cases = 40


def between(low, high):
    return lambda: draw.uniform(low, high)


def sized(low, high):
    return lambda: math.ldexp(draw.uniform(1, 2), draw.randint(low, high))


def signed(of):
    return lambda: draw.choice([-1, 1]) * of()


def near_one():
    return 1 + signed(sized(-52, -3))()


def turned():
    return draw.randint(1, 1000) * (math.pi / 2) + signed(sized(-40, -20))()


positive = [sized(-1074, 1023), sized(-1074, -1023), between(0.5, 2), near_one, between(0, 100)]
small = signed(sized(-80, -1))


def powers():
    x = draw.choice([*positive, near_one])()
    return x, draw.choice([between(-745, 709), between(-3, 3)])() / (math.log(x) or 1)


def sides():
    a = draw.choice([sized(-1070, 1021), between(0, 1)])()
    return a, min(a, 1e307) * draw.uniform(0.001, 3)


functions = {
    "exp": (mp.exp, [between(-745.1, 709.78), between(-745.1, -707), between(-1, 1), small]),
    "expm1": (mp.expm1, [between(-50, 709.78), between(-0.5, 0.5), small]),
    "ln": (mp.log, positive),
    "log2": (lambda x: mp.log(x) / mp.log(2), positive),
    "log10": (lambda x: mp.log(x) / mp.log(10), positive),
    "log1p": (mp.log1p, [sized(-1074, 1023), between(-1, 2), small]),
    "pow": (mp.power, [powers]),
    "cbrt": (lambda x: mp.sign(x) * mp.root(abs(x), 3), [signed(sized(-1074, 1023))]),
    "hypot": (lambda x, y: mp.sqrt(x * x + y * y), [sides]),
    "cos": (mp.cos, [between(-1e6, 1e6), between(-7, 7), turned, small]),
    "tanh": (mp.tanh, [between(-20, 20), between(-1, 1), small]),
    "sinh": (mp.sinh, [between(-710.4, 710.4), between(-1, 1), small]),
    "atanh": (mp.atanh, [between(-1, 1), lambda: 1 - sized(-52, -2)(), small]),
}


def nearest(value):
    """The nearest double: `float` of mpmath rounds twice where it is subnormal."""
    if value == 0:
        return 0.0
    exponent = max(mp.frexp(value)[1] - 53, -1074)
    return math.ldexp(int(mp.nint(mp.ldexp(value, -exponent))), exponent)


def rows(of, arguments):
    for at in range(cases):
        drawn = arguments[at % len(arguments)]()
        given = drawn if isinstance(drawn, tuple) else (drawn,)
        yield [*given, nearest(of(*map(mpf, given)))]


table = {name: list(rows(*each)) for name, each in functions.items()}
lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(table[name])}" for name in table)
Path(__file__).with_suffix(".json").write_text("{\n" + lines + "\n}\n")
