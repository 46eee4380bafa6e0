# Each line says what it does: make help.
PYTHON ?= python3
VENV := .venv/bin/python
SETUP := @$(PYTHON) domego_site/bootstrap.py

.PHONY: help setup install run dev test quick game proof access lint docs wheel release lock audit bench bench-strength

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

setup:  ## create .venv, install, compile translations, migrate
	$(SETUP) setup

install:  ## on a server: .venv and translations only (docs/run/install.md)
	$(SETUP) install

run:  ## set up and start the site with its demo: web, workers and broker, until Ctrl-C
	$(SETUP) run

dev:  ## the site for developers: changed code, templates, styles and translations show at once
	$(SETUP) dev

test:  ## set up and run all tests but proof (PYTEST_ARGS="-k allocation" for some)
	$(SETUP) test

quick:  ## only tests that can see what changed since main (SINCE=HEAD~3), two minutes at most
	$(SETUP) quick

game:  ## everything that guards one game: make game KEY=domego
	$(SETUP) game

proof:  ## the slow proof of the whole, before a release (benchmarks/results/proof.txt)
	$(SETUP) proof

lint:  ## format, lint, types, import contracts, templates, migrations, French
	$(SETUP) lint

access:  ## look at every page in a browser: axe, narrow window, targets, focus (benchmarks/results/access.txt)
	$(SETUP) access

docs:  ## build the site of the documents into var/docs; a dead link fails
	$(SETUP) docs

wheel:  ## build the apps for another Django site (docs/run/embed.md)
	$(SETUP) wheel

release:  ## check, build the wheel, tag, print the notes: make release VERSION=1.0.0
	$(SETUP) release

lock:  ## resolve the requirements again and write their hashes
	$(SETUP) lock

audit:  ## look for known vulnerabilities in what the site runs on
	$(SETUP) audit

bench:  ## measure games, moves, pages and PDF
	$(SETUP) bench

bench-strength:  ## play the bots against each other
	$(SETUP) bench-strength
