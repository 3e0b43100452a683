"""What the lines of a running program tell together, and what only looks like it."""
import json

import pytest

from conftest import run


def rows(form, *numbers):
    return "".join(form % (at + 1, number) + "\n" for at, number in enumerate(numbers))


STEP = "Epoch [1][%d0/500] lr: 0.02, time: 1.000, data_time: %s, memory: 2677, loss: 1.2"
LOSSES = "epoch %d loss %s acc 0.5012"
TEXTS = {
    "memory rises": (rows("step %d: RSS = %s GB", "2.1", "3.4", "4.7", "6.0", "7.3"), "mem.leak"),
    "memory rises by little": (rows("step %d: RSS = %s GB", "2.1", "2.2", "2.3", "2.4", "2.5"), None),
    "memory falls again": (rows("step %d: RSS = %s GB", "2.1", "3.4", "4.7", "6.0", "7.3", "2.2"), None),
    "memory rises, in other units": (rows("step %d: RSS = %s", "900 MB", "1.2 GB", "1.5 GB", "1.9 GB", "2.5 GB"), "mem.leak"),
    "memory rises at the start": (rows("step %d: RSS = %s GB", "2.1", "3.4", "4.7", "6.0", "7.3", *["7.3"] * 20), None),
    "a peak levels off": ("".join("time: 0.4, memory: %d, loss: 1\n" % peak for peak in (4000, 5000, 6000, 7000, 8000, 8000, 8000)), None),
    "a peak only rises": ("".join("time: 0.4, memory: %d, loss: 1\n" % peak for peak in (4000, 5000, 6000, 7000, 8000, 9000, 9900)), "mem.leak"),
    "free memory falls": (rows("iter %d free memory %s GB", "22.1", "19.0", "15.9", "12.8", "9.7"), "mem.leak"),
    "free memory stays": (rows("iter %d free memory %s GB", "22.1", "19.0", "19.0", "19.0", "19.0"), None),
    "runs beside each other": ("".join("tensor(%s, device='cuda:0')    tensor(%s, device='cuda:0')\n" % row for row in (("4.867", "4.867"), ("5.484", "5.484"), ("6.787", "6.791"))), "num.nondeterminism"),
    "columns of two things": ("".join("tensor(%s, device='cuda:0')    tensor(%s, device='cuda:0')\n" % row for row in (("4.867", "4.867"), ("5.484", "9.1"), ("6.787", "6.791"))), None),
    "steps wait": (rows(STEP, "0.801", "0.790", "0.812"), "data.starved"),
    "only the first step waits": (rows(STEP, "0.901", "0.010", "0.012"), None),
    "the first step of each epoch waits": (rows(STEP, *(["0.901"] + ["0.010"] * 9) * 4), None),
    "a card idles in turns": ("".join("    0  %4d    41     0     0\n" % sm for sm in (0, 97, 0, 0, 93, 0, 1, 95, 0)), "data.starved"),
    "a card is idle, then busy": ("".join("    0  %4d    41     0     0\n" % sm for sm in (0, 0, 0, 0, 97, 98, 97)), None),
    "layers on the CPU": ("load_tensors: offloaded 12/49 layers to GPU\n", "mem.cpu_offload_surprise"),
    "all layers on the GPU": ("load_tensors: offloaded 49/49 layers to GPU\n", None),
    "two runs part": (rows(LOSSES, "0.6931", "0.5512", "0.4411") + "\nagain\n" + rows(LOSSES, "0.6931", "0.5518", "0.4390"), "num.nondeterminism"),
    "two runs are equal": (rows(LOSSES, "0.6931", "0.5512", "0.4411") + "\nagain\n" + rows(LOSSES, "0.6931", "0.5512", "0.4411"), None),
    "two runs of other settings": (rows(LOSSES, "0.6931", "0.5512") + "\nlr 0.1\n" + rows(LOSSES, "0.7031", "0.6518"), None),
    "two runs of one seed": ("$ train --seed 4\n" + rows(LOSSES, "0.6932") + "\n$ train --seed 4\n" + rows(LOSSES, "0.6871"), "num.nondeterminism"),
    "two runs of two seeds": ("$ train --seed 4\n" + rows(LOSSES, "0.6932", "0.6") + "\n$ train --seed 5\n" + rows(LOSSES, "0.6871", "0.6"), None),
    "keras, one seed": ("--seed 4\n--seed 4\n" + "".join("Epoch %d/3\n1875/1875 - 5s - loss: %s - accuracy: 0.9\n" % row for row in ((1, "0.22"), (2, "0.19"), (3, "0.15"))), None),
    "many losses of one epoch": ("".join("epoch 1 loss %s\n" % loss for loss in ("0.6931", "0.5512", "0.4411", "0.4390")), None),
    "a loss explodes": (rows(LOSSES, "4.812", "18.2", "91823.1", "8812231123.1"), "num.nan_or_divergence"),
    "a loss jumps": (rows(LOSSES, "0.812", "18.2", "0.7", "0.6"), None),
    "a loss that is nan": ("Epoch 2 | train loss 0.6931\nEpoch 3 | train loss nan\n", "num.nan_or_divergence"),
    "a table with nan": ("epoch     train_loss  valid_loss  time\n0         2.31        2.30        00:41\n1         nan         nan         00:40\n", "num.nan_or_divergence"),
    "a metric that is nan": ("Epoch 2 | train loss 0.6931 | val mAP nan\n", None),
    "a best so far that is inf": ("patience: 10, best loss: inf\n", None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_lines_together(plumb, tmp_path, name):
    text, cause = TEXTS[name]
    (tmp_path / "log.txt").write_text(text)
    report = json.loads(run([plumb, "explain", "--json", "log.txt"], cwd=tmp_path).stdout)
    assert [finding["cause"] for finding in report["findings"][:1]] == ([cause] if cause else [])
