"""Several machines, one database: real servers and real PostgreSQL, with everything that can go wrong between them."""
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from machines import DEADLINE, PROGRAM, Machine, schema, wait_until, wait_until_equal
from postgres import Postgres
from proxy import Proxy
from upstream import Upstream

FILMS = ["builtin:tt0111161", "builtin:tt0468569", "builtin:tt1375666", "builtin:tt0137523", "builtin:tt0816692",
         "builtin:tt6751668"]


class Model:
    """What the last change of each field leaves, in the order of all changes."""

    def __init__(self):
        self.films = {}

    def apply(self, film, change):
        marks = self.films.setdefault(film, {"tags": set()})
        for name, value in change.items():
            if name == "addTags":
                marks["tags"] |= set(value)
            elif name == "removeTags":
                marks["tags"] -= set(value)
            else:
                marks[name] = value

    def expected(self):
        result = {}
        for film, marks in self.films.items():
            shown = {"starred": bool(marks.get("starred")), "watchlist": bool(marks.get("watchlist")),
                     "rating": marks.get("rating"), "tags": sorted(marks["tags"])}
            if any([shown["starred"], shown["watchlist"], shown["rating"], shown["tags"]]):
                result[film] = shown
        return result

    @staticmethod
    def shown(listing):
        return {film: {"starred": "starredAt" in mark, "watchlist": "watchlistedAt" in mark,
                       "rating": mark.get("rating"), "tags": sorted(mark.get("tags", []))}
                for film, mark in listing.items()}


def random_change(source):
    return source.choice([
        {"starred": True}, {"starred": False}, {"watchlist": True}, {"watchlist": False},
        {"rating": source.randint(1, 20) / 2}, {"rating": None}, {"addTags": [source.choice("abc")]},
        {"removeTags": [source.choice("abc")]},
    ])


class SynchronizationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schema = schema()
        cls.postgres = Postgres()
        cls.count = 0

    @classmethod
    def tearDownClass(cls):
        cls.postgres.remove()

    def setUp(self):
        type(self).count += 1
        self.database = f"movies{self.count}"
        self.url = self.postgres.create_database(self.database, self.schema)

    def machine(self, url=None, *arguments, environment=None, start=True):
        machine = Machine(url or self.url, *arguments, environment=environment)
        self.addCleanup(machine.remove)
        if start:
            machine.start()
        return machine

    def machines(self, count):
        machines = [self.machine() for _ in range(count)]
        for machine in machines:
            machine.wait_until_in_sync()
        return machines

    def own_postgres(self, *arguments, **options):
        postgres = Postgres(*arguments, **options)
        self.addCleanup(postgres.remove)
        return postgres

    # What it is for

    def test_a_change_reaches_the_other_machine_as_a_notification_of_remote_origin(self):
        laptop, desktop = self.machines(2)
        laptop.call("star", id=FILMS[0])
        favorites = desktop.server.wait_for("favoritesChanged")["params"]
        self.assertEqual(favorites["origin"], "remote")
        self.assertEqual([movie["id"] for movie in favorites["added"]], [FILMS[0]])
        library = desktop.server.wait_for("libraryChanged")["params"]
        self.assertEqual(library["origin"], "remote")
        desktop.call("logViewing", id=FILMS[0], date="2026-10-03", rating=9, note="with Kim")
        change = laptop.server.wait_for("libraryChanged", lambda params: params["origin"] == "remote")["params"]
        self.assertEqual(change["changed"][0]["mark"]["lastViewed"], "2026-10-03")
        self.assertEqual(laptop.content(), desktop.content())
        laptop.call("unstar", id=FILMS[0])
        removed = desktop.server.wait_for("favoritesChanged", lambda params: params["removed"])["params"]
        self.assertIn(FILMS[0], removed["removed"])

    def test_machines_that_were_kept_alone_first_are_equal_afterwards(self):
        left, right = self.machine(start=False), self.machine(start=False)
        for machine, films in ((left, FILMS[:3]), (right, FILMS[2:])):
            url, machine.url = machine.url, None
            machine.start()
            for film in films:
                machine.call("mark", id=film, watchlist=True)
            machine.stop()
            machine.url = url
        left.start(), right.start()
        self.assertEqual(sorted(wait_until_equal([left, right])), sorted(FILMS))

    def test_random_histories_of_five_machines_end_equal_to_the_model(self):
        source = random.Random(20261124)
        machines = self.machines(5)
        model = Model()
        for _ in range(200):
            machine = source.choice(machines)
            if source.random() < 0.1:
                # For a while without the database, or back again.
                self.reconnect(machine, None if machine.url else self.url)
            film, change = source.choice(FILMS), random_change(source)
            # A change of what is so already leaves no mark. What is changed later has a greater clock.
            if machine.call("mark", id=film, **change)["changed"]:
                model.apply(film, change)
            moment = time.time_ns() // 1_000_000
            wait_until(lambda: time.time_ns() // 1_000_000 > moment)
        for machine in machines:
            if not machine.url:
                self.reconnect(machine, self.url)
        wait_until(lambda: Model.shown(wait_until_equal(machines)) == model.expected(),
                   lambda: f"{machines[0].listing()} is not {model.expected()}")

    @staticmethod
    def reconnect(machine, url):
        machine.stop()
        machine.url = url
        machine.start()

    def test_changes_one_after_the_other_on_all_machines_equal_the_model(self):
        source = random.Random(7)
        machines = self.machines(3)
        model = Model()
        for _ in range(60):
            film, change = source.choice(FILMS), random_change(source)
            source.choice(machines).call("mark", id=film, **change)
            model.apply(film, change)
            wait_until_equal(machines)
        self.assertEqual(Model.shown(wait_until_equal(machines)), model.expected())

    def test_a_process_of_the_same_folder_takes_over(self):
        first, other = self.machines(2)
        second = Machine(self.url)
        shutil.rmtree(second.folder)
        second.folder = first.folder
        second.start()
        self.addCleanup(second.stop)
        other.call("star", id=FILMS[1])
        second.server.wait_for("favoritesChanged", lambda params: params["added"])
        self.assertEqual(second.call("syncStatus")["state"], "inSync")
        first.server.kill()
        other.call("star", id=FILMS[2])
        wait_until(lambda: FILMS[2] in second.listing(), lambda: second.server.log())

    # What can fail

    def test_nothing_waits_for_a_database_that_is_stopped_or_killed(self):
        postgres = self.own_postgres()
        url = postgres.create_database("movies", self.schema)
        left, right = self.machine(url), self.machine(url)
        left.wait_until_in_sync(), right.wait_until_in_sync()
        postgres.signal_all(signal.SIGSTOP)
        left.call("star", id=FILMS[0])
        right.call("mark", id=FILMS[0], rating=7)
        postgres.signal_all(signal.SIGCONT)
        self.assertEqual(list(wait_until_equal([left, right])), [FILMS[0]])
        postgres.kill()
        left.call("mark", id=FILMS[1], watchlist=True)
        wait_until(lambda: left.call("syncStatus")["state"] == "offline", lambda: str(left.call("syncStatus")))
        self.assertGreater(left.call("syncStatus").get("pending", 0), 0)
        right.call("mark", id=FILMS[2], watchlist=True)
        postgres.start()
        self.assertEqual(sorted(wait_until_equal([left, right])), sorted(FILMS[:3]))

    def test_a_full_disk_of_the_database_holds_nothing_up_and_loses_nothing(self):
        postgres = self.own_postgres()
        disk = os.path.join(postgres.folder, "disk")
        os.mkdir(disk)
        # Two databases of PostgreSQL 15 take 15 MB.
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", disk], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("no disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=True)
        shutil.chown(disk, "postgres", "postgres")
        postgres.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
        postgres.execute("CREATE DATABASE movies TABLESPACE small")
        postgres.execute(self.schema, "movies")
        left, right = self.machine(postgres.url("movies")), self.machine(postgres.url("movies"))
        left.wait_until_in_sync(), right.wait_until_in_sync()
        filler = os.path.join(disk, "filler")
        with self.assertRaises(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))
        for number in range(300):
            left.call("mark", id=FILMS[number % 6], note=f"{number}: " + random.Random(number).randbytes(8_000).hex())
        wait_until(lambda: left.call("syncStatus").get("error"))
        left.call("star", id=FILMS[0])
        self.assertEqual(left.call("favorites")["total"], 1)
        os.remove(filler)
        wait_until(lambda: left.content() == right.content() or None)
        self.assertEqual(right.call("favorites")["total"], 1)

    def test_an_account_beside_the_database_gets_each_change_once(self):
        upstream = Upstream()
        self.addCleanup(upstream.close)
        films = [f"tmdb:{number}" for number in (496243, 670, 550, 27205, 603, 278)]
        machines = [self.machine(None, "--sync-favorites", environment=upstream.environment) for _ in range(2)]
        for machine in machines:
            machine.wait_until_in_sync()
            upstream.log_in(machine)
        source = random.Random(8)
        changes = 0
        for number in range(1_000):
            answer = source.choice(machines).call(source.choice(["star", "unstar"]), id=source.choice(films))
            changes += answer["changed"]
        left = wait_until_equal(machines)
        for machine in machines:
            machine.call("refreshFavorites")
        self.assertEqual(wait_until_equal(machines), left)
        sent = upstream.sent_stars()
        self.assertGreater(sent, 100)
        self.assertLessEqual(sent, changes)
        # Another machine, which has the account only.
        elsewhere = self.machine(None, "--sync-favorites", environment=upstream.environment, start=False)
        elsewhere.url = None
        elsewhere.start()
        upstream.log_in(elsewhere)
        elsewhere.call("refreshFavorites")
        self.assertEqual(set(elsewhere.listing()), set(left))
        # Nothing is sent again.
        query = "SELECT seq FROM library"
        rows = self.postgres.execute(query, self.database)
        for machine in machines:
            machine.call("refreshFavorites")
        wait_until_equal(machines)
        self.assertEqual(upstream.sent_stars(), sent)
        self.assertEqual(self.postgres.execute(query, self.database), rows)

    def test_a_standby_without_the_last_changes_is_healed(self):
        primary = self.own_postgres(settings=["synchronous_commit=off"])
        primary.create_database("movies", self.schema)
        standby = self.own_postgres(primary=primary)
        url = f"postgresql://postgres@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/movies"
        left, right = self.machine(url), self.machine(url)
        left.wait_until_in_sync(), right.wait_until_in_sync()
        left.call("star", id=FILMS[0])
        wait_until_equal([left, right])
        wait_until(lambda: standby.execute("SELECT count(*) FROM field WHERE field = 'starred'", "movies") == [["1"]])
        standby.execute("SELECT pg_wal_replay_pause()")
        left.call("star", id=FILMS[1])
        self.assertEqual(len(wait_until_equal([left, right])), 2)
        primary.kill()
        standby.execute("SELECT pg_wal_replay_resume()")
        standby.promote()
        right.call("star", id=FILMS[2])
        self.assertEqual(sorted(wait_until_equal([left, right])), sorted(FILMS[:3]))
        wait_until(lambda: standby.execute("SELECT count(*) FROM field WHERE field = 'starred'", "movies") == [["3"]])

    def test_a_restored_backup_of_the_database_loses_nothing(self):
        left, right = self.machines(2)
        left.call("star", id=FILMS[0])
        wait_until_equal([left, right])
        dump = subprocess.run(
            ["pg_dump", "-h", "127.0.0.1", "-p", str(self.postgres.port), "-U", "postgres", self.database],
            check=True, capture_output=True, text=True).stdout
        left.call("star", id=FILMS[1])
        right.call("unstar", id=FILMS[0])
        wait_until(lambda: list(wait_until_equal([left, right])) == [FILMS[1]])
        self.postgres.execute(f"DROP DATABASE {self.database} WITH (FORCE); CREATE DATABASE {self.database}")
        self.postgres.execute(dump, self.database)
        query = "SELECT film, value IS NULL FROM field WHERE field = 'starred' ORDER BY film"
        wait_until(lambda: self.postgres.execute(query, self.database)
                   == [["tt0111161", "t"], ["tt0468569", "f"]])
        self.assertEqual(list(wait_until_equal([left, right])), [FILMS[1]])

    def test_a_restored_backup_of_a_folder_gets_back_what_it_lacks(self):
        left, right = self.machines(2)
        left.call("star", id=FILMS[0])
        wait_until_equal([left, right])
        left.stop()
        backup = left.folder + ".backup"
        self.addCleanup(shutil.rmtree, backup, True)
        shutil.copytree(left.folder, backup)
        left.start()
        left.call("star", id=FILMS[1])
        self.assertEqual(len(wait_until_equal([left, right])), 2)
        left.stop()
        shutil.rmtree(left.folder)
        shutil.copytree(backup, left.folder)
        left.start()
        self.assertEqual(len(wait_until_equal([left, right])), 2)

    def test_a_copied_folder_is_another_device(self):
        left, right = self.machines(2)
        left.call("star", id=FILMS[0])
        wait_until_equal([left, right])
        left.stop()
        copy = self.machine(start=False)
        shutil.rmtree(copy.folder)
        shutil.copytree(left.folder, copy.folder)
        left.start(), copy.start()
        left.wait_until_in_sync(), copy.wait_until_in_sync()
        self.assertNotEqual(left.call("syncStatus")["device"], copy.call("syncStatus")["device"])
        copy.call("mark", id=FILMS[1], rating=3)
        left.call("mark", id=FILMS[1], rating=8)
        copy.call("mark", id=FILMS[2], watchlist=True)
        self.assertEqual(len(wait_until_equal([left, right, copy])), 3)

    def test_connections_that_are_cut_at_any_byte_lose_nothing(self):
        proxy = Proxy(self.postgres.port, cut_after=6_000, seed=5)
        self.addCleanup(proxy.close)
        url = f"postgresql://postgres@127.0.0.1:{proxy.port}/{self.database}"
        left, right = self.machine(url), self.machine()
        source = random.Random(3)
        for _ in range(40):
            source.choice([left, right]).call("mark", id=source.choice(FILMS), **random_change(source))
        wait_until(lambda: proxy.cuts >= 3, lambda: f"{proxy.cuts} cuts")
        proxy.cut_after = None
        wait_until_equal([left, right])

    def test_a_star_is_answered_while_the_network_holds_everything_back(self):
        proxy = Proxy(self.postgres.port)
        self.addCleanup(proxy.close)
        left = self.machine(f"postgresql://postgres@127.0.0.1:{proxy.port}/{self.database}")
        right = self.machine()
        left.wait_until_in_sync(), right.wait_until_in_sync()
        proxy.flowing.clear()
        left.call("star", id=FILMS[0])
        self.assertEqual(left.call("favorites")["total"], 1)
        self.assertEqual(right.call("favorites")["total"], 0)
        proxy.flowing.set()
        wait_until(lambda: right.call("favorites")["total"] == 1)

    def test_a_certificate_that_does_not_fit_is_refused_before_the_password(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-days", "2", "-subj", "/CN=elsewhere.example"], check=True, capture_output=True)
        os.chmod(folder, 0o755)
        os.chmod(key, 0o600)
        if os.getuid() == 0:
            shutil.chown(key, "postgres")
        postgres = self.own_postgres(settings=["ssl=on", f"ssl_key_file={key}", f"ssl_cert_file={certificate}"])
        postgres.create_database("movies", self.schema)
        machine = self.machine(
            postgres.url("movies", options=f"?sslmode=verify-full&sslrootcert={certificate}"))
        status = wait_until(lambda: self.failure(machine))
        self.assertIn("elsewhere.example", status["error"])
        trusting = self.machine(postgres.url("movies", options=f"?sslmode=verify-ca&sslrootcert={certificate}"))
        trusting.wait_until_in_sync()

    @staticmethod
    def failure(machine):
        status = machine.call("syncStatus")
        return status if status.get("state") == "failed" else None

    def test_a_user_without_grants_is_told_so_and_keeps_the_own_library(self):
        self.postgres.execute("CREATE ROLE stranger LOGIN")
        machine = self.machine(self.postgres.url(self.database, user="stranger"))
        status = wait_until(lambda: self.failure(machine))
        self.assertIn("permission denied", status["error"])
        machine.call("star", id=FILMS[0])
        self.assertEqual(machine.call("favorites")["total"], 1)

    def test_a_database_without_tables_or_with_newer_ones_is_refused_by_name(self):
        self.postgres.execute(f"CREATE DATABASE empty{self.count}")
        machine = self.machine(self.postgres.url(f"empty{self.count}"))
        self.assertIn("movie-server sync schema", wait_until(lambda: self.failure(machine))["error"])
        self.postgres.execute("INSERT INTO library VALUES ('default', 0, 99)", self.database)
        newer = self.machine()
        self.assertIn("newer", wait_until(lambda: self.failure(newer))["error"])

    def test_a_clock_that_is_a_year_ahead_does_not_win(self):
        left, right = self.machines(2)
        left.call("mark", id=FILMS[0], rating=8)
        wait_until_equal([left, right])
        self.postgres.execute(
            """
            UPDATE library SET seq = seq + 1;
            UPDATE field SET value = '10', clock = clock + 31536000000 * 65536, device = 'future', hash = 1,
              seq = (SELECT seq FROM library) WHERE field = 'rating';
            NOTIFY movie_server, 'default';
            """, self.database)
        wait_until(lambda: "ahead" in left.server.log(), left.server.log)
        self.assertEqual(left.listing()[FILMS[0]]["rating"], 8)

    # At rest, and the command line

    def test_an_idle_machine_sends_no_query_and_does_not_wake_up(self):
        machine = self.machines(1)[0]
        query = f"SELECT query_start FROM pg_stat_activity WHERE datname = '{self.database}' AND pid <> pg_backend_pid()"

        def activity():
            return self.postgres.execute(query), self.context_switches(machine)

        def rests():
            before = activity()
            time.sleep(3)
            return len(before[0]) == 1 and activity() == before
        wait_until(rests, lambda: f"does not rest: {activity()}")

    @staticmethod
    def context_switches(machine):
        folder = f"/proc/{machine.server.process.pid}/task"
        counts = {}
        for task in os.listdir(folder):
            with open(f"{folder}/{task}/status") as status:
                counts[task] = [line for line in status if "ctxt_switches" in line]
        return counts

    def test_a_password_belongs_elsewhere_than_on_the_command_line(self):
        for url in ("postgresql://me:secret@localhost/movies", "postgresql://localhost/movies?password=secret"):
            result = subprocess.run([PROGRAM, "--sync-url", url], input="", capture_output=True, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn("syncPasswordCommand", result.stderr)
            self.assertNotIn("secret", result.stdout + result.stderr)

    def test_the_password_comes_from_a_command(self):
        postgres = self.own_postgres()
        postgres.execute("CREATE ROLE me LOGIN PASSWORD 'correct horse'")
        url = postgres.create_database("movies", self.schema).replace("postgres@", "me@")
        postgres.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON library, field, film, device TO me", "movies")
        with open(os.path.join(postgres.data, "pg_hba.conf"), "r+") as rules:
            text = rules.read()
            rules.seek(0)
            rules.write("host all me 127.0.0.1/32 scram-sha-256\n" + text)
        postgres.execute("SELECT pg_reload_conf()")
        machine = self.machine(url, start=False)
        configuration = os.path.join(machine.folder, "config.json")
        with open(os.path.join(machine.folder, "password"), "w") as file:
            file.write("correct horse\n")
        for program, state in (("cat", "inSync"), ("false", "failed")):
            with open(configuration, "w") as file:
                file.write('{"syncPasswordCommand": ["%s", "%s/password"]}' % (program, machine.folder))
            machine.arguments = ["--config", configuration]
            machine.start()
            wait_until(lambda: machine.call("syncStatus").get("state") == state,
                       lambda: str(machine.call("syncStatus")))
            self.assertNotIn("correct horse", machine.server.log())
            machine.stop()

    def test_the_commands_show_synchronize_and_forget(self):
        left = self.machine()
        left.wait_until_in_sync()
        left.call("star", id=FILMS[0])
        left.wait_until_in_sync()
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)

        def run(*words):
            return subprocess.run([PROGRAM, *words, "--data-dir", folder, "--sync-url", self.url], capture_output=True,
                                  text=True)
        wait_until(lambda: self.postgres.execute("SELECT count(*) FROM field", self.database) != [["0"]])
        result = run("sync", "now")
        self.assertEqual(result.returncode, 0, result.stderr)
        listing = subprocess.run([PROGRAM, "favorites", "--tsv", "--data-dir", folder], capture_output=True, text=True)
        self.assertIn("tt0111161", listing.stdout)
        self.assertIn("inSync", run("sync", "status", "--json").stdout)
        name = left.call("syncStatus")["devices"][0]["name"]
        self.assertEqual(run("sync", "forget", name).returncode, 0)
        self.assertEqual(self.postgres.execute("SELECT count(*) FROM device", self.database), [["0"]])


if __name__ == "__main__":
    unittest.main()
