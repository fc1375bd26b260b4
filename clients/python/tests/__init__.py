import os

# The tests are in English and of no country, whatever the language of the shell.
for name in [name for name in os.environ if name.startswith("LC_") or name == "LANGUAGE"]:
    del os.environ[name]
os.environ["LANG"] = "C.UTF-8"
