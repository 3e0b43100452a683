"""What `plumb plan` has to answer, found by trying every row: the judge of the planner. It reads the same tables and shares no code with it.

The rules, in words:
- A row of torch.tsv is a candidate when it is a CUDA build (or, for a CPU plan, the CPU build) for Linux on x86-64 or aarch64, or Windows.
- Platform, torch, CUDA, Python, driver, glibc and each wanted companion are conditions on the row; each distinct capability is one more.
- A card runs machine code of the same major and a minor that is not higher. PTX of an older architecture serves too when the build's toolkit knows the
  card's generation; the driver must speak the build's CUDA then. Of a generation that nobody knows, PTX is supposed to do.
- A row whose architectures nobody read is supposed to serve what other builds of its flavour serve: those of its platform, else any.
- What a project requires of Python (requires-python) is a condition: some Python with a wheel is allowed, and the wished one, where there is one, as well.
- A driver must be in the range of branches that drive the card, and not below the minimum of the CUDA (minor-version compatibility).
- A wanted package that is on record needs a build that goes with torch, CUDA, platform, all cards and one Python that all of them share. What is not on record,
  or newer than all that is, is held against nothing.
- With a date only what had been released that day.
- Better is: nothing supposed; for each wanted package, the first first, a wheel before what has to be compiled (unless compiling is asked for) and the newer release; newer torch; machine code on every card; newer CUDA.
"""
import functools
import itertools
import pathlib
import re

TABLES = pathlib.Path(__file__).resolve().parents[2] / "knowledge" / "tables"
PLATFORMS = ("linux", "linux-aarch64", "windows")


def table(name):
    rows, head = [], None
    for line in (TABLES / (name + ".tsv")).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if head is None:
            head = [cell.rstrip("*") for cell in cells]
        else:
            rows.append({key: "" if cell == "-" else cell for key, cell in zip(head, cells)})
    return rows


TORCH, CUDA, DRIVERS = table("torch"), table("cuda"), table("drivers")
RELEASED = {row["torch"]: row["released"] for row in table("torch_releases")}
ARCHITECTURES = {row["capability"]: row for row in table("architectures")}
COMPANIONS = {row["torch"]: row for row in table("companions")}
PACKAGES, BUILDS = table("packages"), table("package_builds")
WAYS = {row["place"]: row["way"] for row in table("package_places")}
WHEELS = {(row["torch"], row["platform"]): row for row in table("torch_wheels")}


@functools.lru_cache(None)
def numbers(text):
    return tuple(int(part) for part in text.split("."))


@functools.lru_cache(None)
def padded(text):
    return (numbers(text) + (0,) * 8)[:8]


def minor(text):
    return ".".join(text.split(".")[:2])


@functools.lru_cache(None)
def clause_holds(clause, version):
    clause = clause.strip()
    for sign in ("===", "==", "!=", ">=", "<=", "~=", ">", "<", "="):
        if clause.startswith(sign):
            wanted = clause[len(sign):].strip()
            break
    else:
        sign, wanted = "=", clause
    star = wanted.endswith(".*")
    wanted = wanted[:-2] if star else wanted
    have, want = padded(version), padded(wanted)
    begins = have[:len(numbers(wanted))] == numbers(wanted)
    if sign in ("=", "==", "===") and (star or sign == "="):
        return begins
    return {"==": have == want, "===": have == want, "!=": not begins if star else have != want, ">=": have >= want, "<=": have <= want,
            ">": have > want, "<": have < want, "~=": have >= want and have[:len(numbers(wanted)) - 1] == numbers(wanted)[:-1]}[sign]


def spec_holds(spec, version):
    return all(clause_holds(clause, version) for clause in spec.split(","))


@functools.lru_cache(None)
def driver_cuda(driver):
    branch = int(driver.split(".")[0])
    known = [row["cuda"] for row in DRIVERS if row["cuda"] and int(row["branch"]) <= branch]
    return max(known, key=numbers, default=None)


@functools.lru_cache(None)
def minimum(cuda, windows):
    for row in CUDA:
        if row["cuda"] == cuda:
            return row["minimum_windows" if windows else "minimum_linux"]
    return ""


def kind_of_code(row, capability):
    return kind_in(row["architectures"], capability)


@functools.lru_cache(None)
def kind_in(architectures, capability):
    """native, ptx, none or unknown"""
    card = int(capability.replace(".", ""))
    if not architectures:
        return "unknown"
    found = "none"
    for word in architectures.split():
        name, _, digits = word.partition("_")
        built = int(digits)
        if name == "sm" and built // 10 == card // 10 and built <= card:
            return "native"
        if name == "compute" and built <= card:
            found = "ptx"
    return found


@functools.lru_cache(None)
def marked(text):
    """Numbers of a release and of its .post; None where it is no version."""
    found = re.fullmatch(r"([\d.]+?)(?:\.?post(\d+))?(?:\+.*)?", text)
    return None if not found else ((numbers(found.group(1)) + (0,) * 8)[:8], int(found.group(2) or -1), len(numbers(found.group(1))))


@functools.lru_cache(None)
def begins_so(version, start):
    """2.3.1 begins with 2.3, a start with a mark of its own is that one version."""
    have, want = marked(version), marked(start)
    if not have or not want:
        return False
    return have[:2] == want[:2] if want[1] >= 0 else have[0][:want[2]] == want[0][:want[2]]


def not_above(version, most):
    """Not newer than all that begins so."""
    have, want = marked(version), marked(most)
    return not have or not want or have[0][:want[2]] <= want[0][:want[2]]


def below(version, least):
    have, want = marked(version or ""), marked(least or "")
    return bool(have and want and have[:2] < want[:2])


def squeezed(name):
    return re.sub(r"[-_. ]", "", name.lower())


@functools.lru_cache(None)
def packages_called(name):
    """The package, else what goes by that name, else its family."""
    for called in (lambda row: squeezed(row["package"]) == squeezed(name), lambda row: squeezed(name) in [squeezed(word) for word in row["also"].split()],
                   lambda row: squeezed(row["family"]) == squeezed(name)):
        found = [row["package"] for row in PACKAGES if called(row)]
        if found:
            return tuple(found)
    return ()


def release_meets(clause, first, last):
    """May a release between the two meet the clause?"""
    for sign in ("===", "==", "!=", ">=", "<=", "~=", ">", "<"):
        if clause.startswith(sign):
            break
    else:
        sign = ""
    wanted = clause[len(sign):].strip().removesuffix(".*")
    low, high, want = marked(first), marked(last), marked(wanted)
    if not low or not high or not want:
        return False

    def side(version, length):
        if want[1] >= 0:
            return (version[:2] > want[:2]) - (version[:2] < want[:2])
        return (version[0][:length] > want[0][:length]) - (version[0][:length] < want[0][:length])
    if sign in ("", "==", "==="):
        return side(low, want[2]) <= 0 <= side(high, want[2])
    if sign == "~=":
        return want[2] > 1 and high[:2] >= want[:2] and side(low, want[2] - 1) <= 0 <= side(high, want[2] - 1)
    return {"!=": low[:2] != want[:2] or high[:2] != want[:2], ">=": high[:2] >= want[:2], "<=": low[:2] <= want[:2], ">": high[:2] > want[:2],
            "<": low[:2] < want[:2]}[sign]


@functools.lru_cache(None)
def builds_wanted(requirement):
    """The builds that may be meant; None where nothing is known."""
    name = re.match(r"[^\[<>=~!;,\s@]*", requirement).group()
    wish = re.sub(r"^\[[^\]]*\]", "", requirement[len(name):].strip()).strip()
    packages = packages_called(name)
    rows = [row for row in BUILDS if row["package"] in packages]
    meeting = [row for row in rows if not wish or all(release_meets(clause.strip(), row["first"], row["last"]) for clause in wish.split(","))]
    wanted = wish.lstrip("=<>~! ")
    if not packages or (not meeting and wanted and all(below(row["last"], wanted) for row in rows)):
        return None
    if re.fullmatch(r"==[^,*=]+", wish):  # that very release where it is on record
        meeting = [row for row in meeting if not below(wanted, row["first"]) and not below(row["last"], wanted)] or meeting
    return tuple(BUILDS.index(row) for row in meeting)


def build_fits(build, torch, cuda, platform):
    row = BUILDS[build]
    if row["platforms"] and platform not in row["platforms"].split():
        return False
    if row["torch"]:
        if not any(begins_so(torch, start) for start in row["torch"].split()):
            return False
    elif below(torch, row["torch_min"]) or (row["torch_max"] and not not_above(torch, row["torch_max"])):
        return False
    words = row["cuda"].split()
    if not words or "any" in words:
        return not below(cuda, row["cuda_min"])
    if cuda == "cpu":
        return "cpu" in words
    return any(begins_so(cuda, start) for start in words) and not below(cuda, row["cuda_min"])


@functools.lru_cache(None)
def on_python(build, python):
    row = BUILDS[build]
    return not below(python, row["python_min"]) and (not row["python_max"] or not_above(python, row["python_max"]))


@functools.lru_cache(None)
def build_runs_on(build, gpu):
    row = BUILDS[build]
    code = kind_of_words(row["architectures"], gpu)
    if code != "unknown":
        return code != "none"
    return not below(gpu, row["capability_min"]) and not (row["capability_max"] and below(row["capability_max"], gpu))


@functools.lru_cache(None)
def kind_of_words(architectures, gpu):
    """As kind_in, and code for one capability alone (sm_90a)."""
    if not architectures:
        return "unknown"
    exact = any(word == "sm_" + gpu.replace(".", "") + "a" for word in architectures.split())
    plain = " ".join(word for word in architectures.split() if word[-1].isdigit())
    return "native" if exact else kind_in(plain, gpu) if plain else "none"


COMPANION_NAMES = ("torchvision", "torchaudio", "torchtext")


class Question:
    """A machine and a wish: driver, os, arch, python, torch, cuda, glibc as texts or None; gpus a list of capabilities; with_ a list; soft."""

    def __init__(self, gpus=(), with_=(), soft=False, build=False, **texts):
        self.gpus = list(dict.fromkeys(gpus))
        self.with_ = list(with_)
        self.soft, self.build = soft, build
        for name in ("driver", "os", "arch", "python", "torch", "cuda", "glibc", "requires", "as_of"):
            setattr(self, name, texts.get(name) or None)
        self.windows_driver = self.os in ("windows", "wsl")
        self.platform = "windows" if self.os == "windows" else "linux-aarch64" if self.arch in ("aarch64", "arm64") else "linux"
        local = self.torch.partition("+")[2] if self.torch else ""
        self.cpu = self.cuda == "cpu" or local == "cpu" or not (self.gpus or self.driver or self.cuda or local)
        self.rows = [row for row in TORCH if row["platform"] in PLATFORMS and
                     (row["flavour"] == "cpu" if self.cpu else row["flavour"].startswith("cu") and row["cuda"])]
        self.conditions = self.name_conditions()
        self.wanted = {package: builds_wanted(package) for package in self.with_ if package.split("=")[0] not in COMPANION_NAMES}
        self.known, self.known_builds = {}, {}

    def name_conditions(self):
        names = ["platform"]
        names += ["torch"] if self.torch else []
        names += ["cuda"] if self.cuda and not self.cpu else []
        names += ["python"] if self.python else []
        names += ["requires-python"] if self.requires else []
        names += ["driver"] if self.driver and not self.cpu else []
        names += ["glibc"] if self.glibc and self.platform != "windows" else []
        names += ["as-of"] if self.as_of else []
        names += ["with:" + package for package in self.with_]
        names += ["card:" + gpu for gpu in self.gpus] if not self.cpu else []
        return names

    # One condition on one row.
    def python_holds(self, row):
        if self.python.endswith("t"):
            wheels = WHEELS.get((row["torch"], row["platform"]), {}).get("free_threaded", "").split()
            return minor(self.python[:-1]) + "t" in wheels
        return numbers(row["python_min"]) <= numbers(minor(self.python)) <= numbers(row["python_max"])

    def allowed(self, python):
        """Does the project allow a patch release of this Python?"""
        return spec_holds(self.requires, python) or spec_holds(self.requires, python + ".99")

    def driver_runs(self, row):
        least = minimum(minor(row["cuda"]), self.windows_driver)
        if least:
            return padded(self.driver) >= padded(least)
        return self.driver_speaks(row)

    def driver_speaks(self, row):
        speaks = driver_cuda(self.driver)
        return speaks is None or numbers(speaks) >= numbers(minor(row["cuda"]))

    def driver_drives(self, gpu):
        known = ARCHITECTURES.get(gpu, {})
        branch = int(self.driver.split(".")[0])
        if known.get("first_driver") and branch < int(known["first_driver"]):
            return False
        slack = 8 if self.windows_driver else 0
        return not (known.get("last_driver") and branch > int(known["last_driver"]) + slack)

    def like_it(self, row, gpu):
        """Has another build of this flavour code for the card: on this platform, or on any where none of this platform was read?"""
        alike = [(other["platform"], kind_of_code(other, gpu)) for other in TORCH if other["flavour"] == row["flavour"] and other["architectures"]]
        here = [code for platform, code in alike if platform == row["platform"]]
        return "native" in (here or [code for _, code in alike])

    def generation(self, gpu):
        """The first CUDA that knows any card of this major capability; None when nobody does."""
        first = [numbers(row["first_cuda"]) for name, row in ARCHITECTURES.items() if name.split(".")[0] == gpu.split(".")[0] and row["first_cuda"]]
        return min(first, default=None)

    def card_holds(self, row, gpu):
        code = kind_of_code(row, gpu)
        if code == "ptx":
            generation = self.generation(gpu)
            return generation is None or numbers(row["cuda"]) >= generation
        return code == "native" or (code == "unknown" and self.like_it(row, gpu))

    def holds(self, name, row):
        if name.startswith("card:"):
            return self.card_holds(row, name[5:])
        if name.startswith("with:"):
            return name[5:] not in COMPANION_NAMES or bool(COMPANIONS.get(row["torch"], {}).get(name[5:]))
        if name == "torch":
            public, _, local = self.torch.partition("+")
            return spec_holds(public, row["torch"]) and local in ("", row["flavour"])
        if name == "cuda":
            return row["flavour"] == self.cuda if self.cuda.startswith("cu") else spec_holds(self.cuda, row["cuda"])
        if name == "glibc":
            floor = WHEELS.get((row["torch"], row["platform"]), {}).get("glibc", "")
            return not floor or padded(self.glibc) >= padded(floor)
        if name == "as-of":
            return RELEASED.get(row["torch"], "") <= self.as_of
        if name == "requires-python":
            return True  # by the Pythons
        return {"platform": lambda: row["platform"] == self.platform, "python": lambda: self.python_holds(row), "driver": lambda: self.driver_runs(row)}[name]()

    def held(self, index):
        """Which conditions a row meets, once for each row."""
        if index not in self.known:
            self.known[index] = {name for name in self.conditions if self.holds(name, self.rows[index])}
        return self.known[index]

    def fits(self, index, active):
        row = self.rows[index]
        if not self.held(index).issuperset(active):
            return False
        if not self.pythons(index, active):
            return False
        if "driver" not in active:
            return True
        for gpu in self.active_cards(active):
            if not self.driver_drives(gpu) or (kind_of_code(row, gpu) == "ptx" and not self.driver_speaks(row)):
                return False
        return True

    def standing(self, index, active):
        """The best (wheel, release) of each package that one Python has together."""
        best = ()
        for python in self.pythons(index, active):
            ranks = []
            for package in self.with_:
                if "with:" + package not in active or self.wanted.get(package) is None:
                    continue
                fitting = [BUILDS[build] for build in self.fitting_builds(index, package) if all(build_runs_on(build, gpu) for gpu in self.active_cards(active)) and on_python(build, python)]
                ranks.append(max((self.build or WAYS[row["place"]] != "compile", (marked(row["last"] or "") or ((-1,),))[:2]) for row in fitting))
            best = max(best, tuple(ranks))
        return best

    def pythons(self, index, active):
        """On which Pythons all of it can be had."""
        row = self.rows[index]
        if "python" in active:
            found = [minor(self.python.rstrip("t"))]
        else:
            found = ["3.%d" % number for number in range(numbers(row["python_min"])[1], numbers(row["python_max"])[1] + 1)]
        if "requires-python" in active:
            found = [python for python in found if self.allowed(python)]
        for package, builds in self.wanted.items():
            if "with:" + package in active and builds is not None:
                cards = self.active_cards(active)
                fitting = [build for build in self.fitting_builds(index, package) if all(build_runs_on(build, gpu) for gpu in cards)]
                found = [python for python in found if any(on_python(build, python) for build in fitting)]
        return found

    def fitting_builds(self, index, package):
        row = self.rows[index]
        if (index, package) not in self.known_builds:
            self.known_builds[index, package] = [build for build in self.wanted[package] if build_fits(build, row["torch"], row["cuda"] or "cpu", row["platform"])]
        return self.known_builds[index, package]

    def active_cards(self, active):
        return [name[5:] for name in active if name.startswith("card:")]

    def supposed(self, row, active):
        return any(kind_of_code(row, gpu) == "unknown" or (kind_of_code(row, gpu) == "ptx" and self.generation(gpu) is None) for gpu in self.active_cards(active))

    def native(self, row, active):
        return not any(kind_of_code(row, gpu) == "ptx" for gpu in self.active_cards(active))

    def rank(self, row, active):
        standing = self.standing(self.rows.index(row), active) if self.wanted else ()
        return (not self.supposed(row, active), standing, padded(row["torch"]), self.native(row, active), numbers(row["cuda"]) if row["cuda"] else ())

    def fitting(self, active):
        return [row for index, row in enumerate(self.rows) if self.fits(index, active)]

    def best(self, active):
        return max(self.fitting(active), key=lambda row: self.rank(row, active), default=None)

    # The answer.
    def least_driver(self, row, active):
        numbers_ = [minimum(minor(row["cuda"]), self.windows_driver)] + [ARCHITECTURES.get(gpu, {}).get("first_driver", "") for gpu in self.active_cards(active)]
        if not self.native(row, active):
            speaks = [known["branch"] for known in DRIVERS if known["cuda"] and numbers(known["cuda"]) >= numbers(minor(row["cuda"]))]
            numbers_.append(min(speaks, key=padded, default=""))
        return max((number for number in numbers_ if number), key=padded, default=None)

    def answer(self):
        active = list(self.conditions)
        best = self.best(active)
        if best is None and self.soft and "python" in active:
            active.remove("python")
            best = self.best(active)
        if best is None:
            return {"status": "unsatisfiable", "active": active, "conflict": self.conflict_size(active), "nearest": self.nearest(active)}
        return {"status": "ok", "torch": best["torch"], "flavour": best["flavour"], "platform": best["platform"], "fitting": len(self.fitting(active)),
                "confirmed": not self.supposed(best, active), "native": self.native(best, active),
                "least_driver": None if self.cpu else self.least_driver(best, active), "binding": self.binding(best, active),
                "together": self.together(best, active)}

    def binding(self, best, active):
        found = {}
        for name in active:
            without = [other for other in active if other != name]
            if name == "platform":
                continue
            row = self.best(without)
            if row and (row["torch"], row["flavour"]) != (best["torch"], best["flavour"]) and self.rank(row, without) > self.rank(best, without):
                found[name] = row["torch"] + "+" + row["flavour"]
        return found

    def together(self, best, active):
        """What of the machine would have to change at once for the best of all; None where that is one thing or nothing."""
        without = [name for name in active if name not in ("driver", "python", "glibc")]
        row = self.best(without)
        if row is None or self.rank(row, without) <= self.rank(best, without):
            return None
        index = self.rows.index(row)
        broken = set()
        for other in ("driver", "python", "glibc"):
            if other in active and not self.fits(index, without + [other]):
                broken.add(other)
        return (sorted(broken), row["torch"] + "+" + row["flavour"]) if len(broken) > 1 else None

    def conflict_size(self, active):
        for size in range(1, len(active) + 1):
            if any(not self.fitting(chosen) for chosen in itertools.combinations(active, size)):
                return size
        return None

    def nearest(self, active):
        for size in range(1, len(active) + 1):
            found = {}
            for dropped in itertools.combinations(active, size):
                row = self.best([name for name in active if name not in dropped])
                if row:
                    found[frozenset(dropped)] = row["torch"] + "+" + row["flavour"]
            if found:
                return found
        return {}
