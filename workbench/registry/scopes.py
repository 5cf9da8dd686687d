"""Who sees which tool: one global layer, and a layer for each agent on a chain of agents.

An agent sees what it inherits – the global tools, then each ancestor's, a nearer one shadowing a farther one – filtered
by every restriction on its chain, plus its own tools, which no restriction touches and which shadow inherited ones. A
call without an agent sees only the global layer. A tool that is not visible behaves exactly like one that is unknown.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, Protocol
from weakref import WeakKeyDictionary

from workbench.model import Json
from workbench.registry.definition import RUN_CODE, ToolDefinition
from workbench.registry.execution import Execution
from workbench.registry.failures import RegistryError

Mode = Literal["native", "code", "both"]
Transport = Literal["code", "ptc"]
Guard = Callable[[Execution], str | None]


class Append(Protocol):
    """Writes one row to a session's log and returns its seq."""

    def __call__(
        self, kind: str, data: dict[str, Json], /, *, surface_op: str | None = None, source_seqs: Sequence[int] = ()
    ) -> int:
        """Write the row."""


class Agent:
    """On whose behalf calls are made: a scope of the registry and, where it has a log, the owner of a session.

    Attributes:
        name: for people.
        parent: the agent whose tools, restrictions, guards and listeners this one inherits, or None.
        session_id: id of its session, or None.
        append: writes a row to its session's log, or None if nothing is logged.
    """

    __slots__ = ("__weakref__", "append", "name", "parent", "session_id")

    def __init__(
        self,
        name: str = "agent",
        *,
        parent: Agent | None = None,
        session_id: str | None = None,
        append: Append | None = None,
    ) -> None:
        self.name = name
        self.parent = parent
        self.session_id = session_id
        self.append = append

    def chain(self) -> list[Agent]:
        """Return the agents from the farthest ancestor to this one."""
        chain: list[Agent] = []
        agent: Agent | None = self
        while agent is not None:
            chain.append(agent)
            agent = agent.parent
        return chain[::-1]

    def log(self, kind: str, data: dict[str, Json]) -> None:
        """Write a log-only row, if this agent has a log."""
        if self.append is not None:
            self.append(kind, data)

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"


class Restriction:
    """A filter over inherited names; the lists are copied."""

    __slots__ = ("allow", "deny")

    def __init__(self, allow: Iterable[str] | None, deny: Iterable[str] | None) -> None:
        self.allow = None if allow is None else frozenset(allow)
        self.deny = frozenset() if deny is None else frozenset(deny)

    def admits(self, name: str) -> bool:
        """Return whether the filter lets a name through, whenever that name was registered."""
        return (self.allow is None or name in self.allow) and name not in self.deny


class Layer:
    """What one scope contributes."""

    __slots__ = ("guards", "mode", "restrictions", "tools")

    def __init__(self) -> None:
        self.tools: dict[str, ToolDefinition] = {}
        self.restrictions: list[Restriction] = []
        self.guards: list[tuple[Guard]] = []  # each in a tuple of its own: one guard may be added twice
        self.mode: Mode | None = None


class Layers:
    """The global layer and those of agents; an agent's layer goes when the agent does."""

    def __init__(self) -> None:
        self.globals = Layer()
        self._of: WeakKeyDictionary[Agent, Layer] = WeakKeyDictionary()

    def of(self, agent: Agent | None) -> Layer:
        """Return the layer a registration by this agent (None: globally) goes to."""
        return self.globals if agent is None else self._of.setdefault(agent, Layer())

    def chain(self, agent: Agent | None) -> Iterator[Layer]:
        """Yield the layers an agent's calls are subject to beside the global one, the farthest first."""
        if agent is not None:
            for each in agent.chain():
                if each in self._of:
                    yield self._of[each]

    def inherited(self, agent: Agent | None) -> dict[str, ToolDefinition]:
        """Return what an agent inherits, before restrictions, in order of registration."""
        tools = dict(self.globals.tools)
        if agent is not None and agent.parent is not None:
            for layer in self.chain(agent.parent):
                tools.update(layer.tools)
        return tools

    def visible(self, agent: Agent | None) -> dict[str, ToolDefinition]:
        """Return the tools an agent (None: a call without one) sees, without the transport of code mode."""
        if agent is None:
            return self.globals.tools
        filters = [each for layer in self.chain(agent) for each in layer.restrictions]
        tools = self.inherited(agent)
        if filters:
            tools = {name: tool for name, tool in tools.items() if all(each.admits(name) for each in filters)}
        if agent in self._of:
            tools.update(self._of[agent].tools)
        return tools

    def find(self, name: str, agent: Agent | None) -> ToolDefinition | None:
        """Return the tool of this name that an agent sees, or None."""
        if agent is None:
            return self.globals.tools.get(name)
        return self.visible(agent).get(name)

    def mode(self, agent: Agent | None, default: Mode) -> Mode:
        """Return how an agent's tools are presented: the nearest declaration on its chain, else the default."""
        declared = [layer.mode for layer in self.chain(agent) if layer.mode is not None]
        return declared[-1] if declared else default

    def guard_reason(self, execution: Execution) -> str | None:
        """Return the first reason a guard gives, global guards first, then the chain's from far to near.

        Raises:
            TypeError: a guard is asynchronous, so that its answer would be no answer.
        """
        layers = [self.globals, *self.chain(execution.agent)]
        for (guard,) in [entry for layer in layers for entry in layer.guards]:
            reason = guard(execution)
            if inspect.isawaitable(reason):
                if inspect.iscoroutine(reason):
                    reason.close()
                raise TypeError("a guard must answer at once: return a reason or None, not an awaitable")
            if reason is not None:
                return str(reason)
        return None

    def check_restriction(
        self, agent: Agent | None, allow: Iterable[str] | None, deny: Iterable[str] | None
    ) -> tuple[Agent, Restriction]:
        """Check a restriction against what the agent inherits now, and return it.

        Raises:
            RegistryError: there is no agent, no list, or a name is reserved or not inherited.
        """
        if agent is None:
            raise RegistryError(
                "tools.restrict() requires a scoped context (agent.ctx): a context-global restriction would mask every "
                "agent — deny the tool for the intended agent instead"
            )
        if allow is None and deny is None:
            raise RegistryError(
                "tools.restrict({}) is a no-op: pass `allow` and/or `deny` (an empty filter is almost always a "
                "materialized-empty-config bug)"
            )
        names = [*(allow or ()), *(deny or ())]
        if RUN_CODE in names:
            raise RegistryError(
                f'tools.restrict() cannot name reserved Code Mode presentation transport "{RUN_CODE}"; restrict '
                "end-capability tools instead"
            )
        known = self.inherited(agent)
        unknown = [name for name in names if name not in known]
        if unknown:
            plural = "s" if len(unknown) > 1 else ""
            listed = ", ".join(f'"{name}"' for name in unknown)
            raise RegistryError(
                f"tools.restrict() names unknown global tool{plural} {listed}; known global tools: "
                f"{', '.join(sorted(known)) or '(none)'}"
            )
        return agent, Restriction(allow, deny)
