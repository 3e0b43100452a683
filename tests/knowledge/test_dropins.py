"""Folders that a site lays over the built-in knowledge: used and named, checked alone, refused where somebody else could write."""
import json
import os
import subprocess

import pytest

from conftest import ROOT, run

FILES = {
    "sources/site.yaml": 'sources:\n  handbook: {title: "The handbook", url: "https://cluster.example/", read: 2026-11-01}\n',
    "causes/site.yaml": """causes:
  site.quota_full:
    link: training_job
    title: {en: "The scratch quota is used up", zh: "scratch 配额已用完"}
    say: {en: "Nothing can be written to scratch.", zh: "scratch 无法写入。"}
    remedies: [{run: [myquota, --clean]}]
    sources: [handbook]
""",
    "symptoms/site.yaml": """symptoms:
  site.quota:
    literal: ["SITEFS: quota exceeded"]
    speaks: {site.quota_full: 30}
    severity: error
    sample: ["SITEFS: quota exceeded for /scratch/u1"]
    sources: [handbook]
""",
    "tables/gpus.tsv": "device_id*\tname\tchip\tcapability\tmemory_mib\tkind\tsource\n2684\tOur own 4090\tAD102\t8.9\t49152\tdesktop\thandbook\n"
                       "fff0\tSite card 9000\tAD102\t8.9\t-\tdesktop\thandbook\n",
}


@pytest.fixture
def home(tmp_path):
    """A home with a drop-in; as the tests may run as root, nothing above it may be writable by others."""
    folder = tmp_path / "home/.config/plumb/knowledge"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return tmp_path / "home"


def folder_of(home):
    return home / ".config/plumb/knowledge"


def explain(plumb, home, text=b"SITEFS: quota exceeded for /scratch/u1\n", words=("--json",), **more):
    return run([plumb, "explain", *words], {"HOME": str(home)}, input=text, stdin=None, **more)


def test_a_site_symptom_is_recognised_and_the_folder_named(plumb, home):
    done = explain(plumb, home)
    report = json.loads(done.stdout)
    assert done.returncode == 1 and report["findings"][0]["cause"] == "site.quota_full"
    assert any(str(folder_of(home)) in note and "never run" in note for note in report["notes"])
    assert json.loads(explain(plumb, home.parent).stdout)["findings"] == []


def test_xdg_config_home_comes_first_and_the_working_folder_never(plumb, home, tmp_path):
    elsewhere = run([plumb, "explain", "--json"], {"HOME": "/nonexistent", "XDG_CONFIG_HOME": str(home / ".config")}, input=b"SITEFS: quota exceeded\n", stdin=None)
    assert json.loads(elsewhere.stdout)["findings"]
    relative = run([plumb, "explain", "--json"], {"HOME": "/nonexistent", "XDG_CONFIG_HOME": ".config"}, input=b"SITEFS: quota exceeded\n", stdin=None, cwd=home)
    assert json.loads(relative.stdout)["findings"] == []


def test_rows_replace_and_add(plumb, home):
    mine = {"HOME": str(home)}
    own = json.loads(run([plumb, "knowledge", "gpu", "10de:2684", "--json"], mine).stdout)
    assert own["rows"][0]["name"] == "Our own 4090" and own["rows"][0]["from"] == str(folder_of(home)) and own["notes"]
    assert json.loads(run([plumb, "knowledge", "gpu", "site card 9000", "--json"], mine).stdout)["capability"] == "8.9"
    other = json.loads(run([plumb, "knowledge", "gpu", "10de:2204", "--json"], mine).stdout)
    assert other["rows"][0]["name"] == "GeForce RTX 3090" and "from" not in other["rows"][0]
    assert "notes" not in json.loads(run([plumb, "knowledge", "gpu", "10de:2684", "--json"]).stdout)


def test_a_machine_is_judged_with_it(plumb, home):
    report = json.loads(run([plumb, "doctor", "--json"], {"HOME": str(home)}).stdout)
    assert any(str(folder_of(home)) in note for note in report["notes"])


def test_a_capture_holds_none_of_it(plumb, home, tmp_path):
    done = run([plumb, "capture", "-o", tmp_path / "machine.capture"], {"HOME": str(home)})
    assert done.returncode == 0 and b"quota" not in (tmp_path / "machine.capture").read_bytes()


def test_check_takes_a_part_alone(plumb, home):
    done = run([plumb, "knowledge", "check", folder_of(home)])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name, old, new, says", [
    ("causes/site.yaml", "training_job", "nowhere", "'link' has to be one of"),
    ("causes/site.yaml", "handbook]", "no-such]", "no-such"),
    ("symptoms/site.yaml", "site.quota_full: 30", "no.such: 30", "no.such"),
    ("symptoms/site.yaml", "SITEFS: quota exceeded\"", "other thing\"", "holds none of the literals"),
    ("tables/gpus.tsv", "8.9", "eight", "a compute capability"),
    ("tables/gpus.tsv", "device_id*\tname", "device_id\tname*", "'*'"),
    ("sources/site.yaml", "2026-11-01", "yesterday", "has to be a day"),
])
def test_a_fault_is_named_and_leaves_the_folder_out(plumb, home, name, old, new, says):
    path = folder_of(home) / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    done = run([plumb, "knowledge", "check", folder_of(home)])
    assert done.returncode == 1 and says in done.stderr.decode() and name in done.stderr.decode()
    report = json.loads(explain(plumb, home).stdout)
    assert report["findings"] == [] and any("not used" in note for note in report["notes"])


def test_a_taxonomy_is_refused(plumb, home):
    (folder_of(home) / "taxonomy.yaml").write_text("site:\n  quota_full: Full.\n")
    assert any("taxonomy" in note for note in json.loads(explain(plumb, home).stdout)["notes"])


@pytest.mark.parametrize("place", ["", "causes", "causes/site.yaml"])
def test_what_others_may_write_is_not_read(plumb, home, place):
    (folder_of(home) / place).chmod(0o777 if (folder_of(home) / place).is_dir() else 0o666)
    report = json.loads(explain(plumb, home).stdout)
    assert report["findings"] == [] and any("somebody else may write" in note for note in report["notes"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root minds")
def test_root_reads_nothing_of_a_user(plumb, home):
    os.chown(folder_of(home) / "causes/site.yaml", 1000, 1000)
    assert json.loads(explain(plumb, home).stdout)["findings"] == []
    os.chown(folder_of(home) / "causes/site.yaml", 0, 0)
    assert json.loads(explain(plumb, home).stdout)["findings"]
    os.chown(home, 1000, 1000)  # who owns what it lies in can replace it
    assert json.loads(explain(plumb, home).stdout)["findings"] == []


def test_odd_files_neither_hang_nor_pass(plumb, home):
    os.mkfifo(folder_of(home) / "causes/pipe.yaml")
    report = json.loads(explain(plumb, home, timeout=20).stdout)
    assert any("not used" in note for note in report["notes"])


def test_without_any_only_the_folders_are_asked_for(plumb, tmp_path):
    if subprocess.run(["which", "strace"], capture_output=True).returncode != 0:
        pytest.skip("needs strace")
    run(["strace", "-f", "-o", tmp_path / "trace", "-e", "trace=file", plumb, "explain"], {"HOME": str(tmp_path)}, input=b"x\n", stdin=None)
    asked = [line for line in (tmp_path / "trace").read_text().splitlines() if "plumb/knowledge" in line]
    assert 1 <= len(asked) <= 4


def test_a_plan_for_another_machine_knows_it_too(plumb, home):
    done = subprocess.run([plumb, "plan", "--os=linux", "--gpu=Site card 9000", "--json"], capture_output=True, text=True, env=dict(os.environ, HOME=str(home), XDG_CONFIG_HOME=""))
    assert json.loads(done.stdout)["machine"]["cards"][0]["capability"] == "8.9", done.stderr
