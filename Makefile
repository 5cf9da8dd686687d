# Everything starts here: `make lab` opens the workbench, `make test` proves it. Both make the environment first.

PYTHON ?=
BIN := .venv/bin
NOTEBOOK ?= notebooks/00-start-here.ipynb
export PYTHON

.PHONY: help lab test lint bench notebooks snapshots wheel clean env env-dev
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

lab: env ## JupyterLab on the start notebook
	@$(BIN)/workbench lab $(NOTEBOOK)

test: env ## the whole suite, notebooks and browser included
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --nbval tests notebooks

lint: env-dev ## ruff and mypy
	@sh .ci/lint

bench: env ## times and memory against the budgets; of="loading listing --readme" chooses
	@$(BIN)/python tests/benchmarks/run.py $(of)

notebooks: env ## run the notebooks again and keep their outputs
	@$(BIN)/python .ci/notebooks.py notebooks

snapshots: env ## write the pictures of all recorded cards in words anew
	@WORKBENCH_SNAPSHOTS=write $(BIN)/python -m pytest -q tests/draw/test_snapshots.py

wheel: env ## the wheel, into dist/
	@sh .ci/wheel

clean: ## take away everything that make made
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis tests/browser/shots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

env:
	@sh .ci/env test

env-dev:
	@sh .ci/env dev
