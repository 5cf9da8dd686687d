"""Pure card models: what a call shows at a moment, and why it shows it that way."""

from workbench.cards.build import build, fold
from workbench.cards.context import CardContext, ChildFacts, JobFacts, RunFacts

__all__ = ["CardContext", "ChildFacts", "JobFacts", "RunFacts", "build", "fold"]
