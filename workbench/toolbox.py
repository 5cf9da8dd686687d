'''`wb.tools`: the harness's tools by name, and the registry in which a person defines tools and runs them.

A cell that defines a tool may be run again: what is defined again is replaced. The types of the body stand for the
schemas here, and every function of the author gets objects of them.

```python
import asyncio

import msgspec

import workbench


class Search(msgspec.Struct):
    text: str
    word: str
    limit: int = 10


wb = workbench.open()


@wb.tools.define(
    output={"render": lambda args, value: f"{len(value)} place(s)"},
    is_concurrency_safe=True,
    present_call=lambda args: {"card": "generic", "title": f"Find {args.word}", "kind": "search"},
)
async def find_word(args: Search, run) -> list[int]:
    """Find where a word stands in a text."""
    words = args.text.split()
    return [place for place, word in enumerate(words) if word == args.word][: args.limit]


@wb.tools.on("result")
def note(execution, result):
    print(execution.name, "failed" if result.is_error else result.content[0]["text"])


found = asyncio.run(wb.tools.execute("find_word", {"text": "to be or not to be", "word": "be"}))
print(found.value, wb.tools.get("find_word").present_call({"text": "…", "word": "be"})["title"])
unknown = asyncio.run(wb.tools.execute("bash", {"command": "ls", "description": "List"}))
print(wb.tools["bash"].family, "-", unknown.error.message)
```

prints

```text
find_word 2 place(s)
[1, 5] Find be
bash failed
shell - unknown tool "bash"
```
'''

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, overload
from weakref import WeakKeyDictionary

from workbench import tools
from workbench.model import Json
from workbench.registry import Agent, Registry, Result, Signal, ToolDefinition, define_tool, install_timeouts
from workbench.registry.definition import check_definition
from workbench.tools.definition import Tool


class Toolbox(Mapping[str, Tool]):
    """The catalogue of the harness's tools as a mapping, and a registry of tools that run here.

    The catalogue says what the harness's tools take and return and how they are shown; it has no bodies, so none of
    them is registered, and a call of one is answered as the harness answers an unknown tool. What `define` makes has
    a body: it runs through the whole pipeline, its `timeout_ms` is enforced, and every policy is asked.

    Attributes:
        registry: the registry itself, for guards, approvals, code mode and the policies that are installed in one.
    """

    def __init__(self) -> None:
        self.registry = Registry()
        install_timeouts(self.registry)
        self._defined: dict[str, Callable[[], None]] = {}
        self._defined_for: WeakKeyDictionary[Agent, dict[str, Callable[[], None]]] = WeakKeyDictionary()

    def __getitem__(self, name: str) -> Tool:
        return tools.catalogue()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(tools.catalogue())

    def __len__(self) -> int:
        return len(tools.catalogue())

    @overload
    def define(self, body: Callable[..., Any], *, agent: Agent | None = ..., **parts: Any) -> ToolDefinition: ...

    @overload
    def define(self, *, agent: Agent | None = ..., **parts: Any) -> Callable[[Callable[..., Any]], ToolDefinition]: ...

    def define(self, body: Callable[..., Any] | None = None, *, agent: Agent | None = None, **parts: Any) -> Any:
        """Make a tool of a body, or decorate a body, and register it; what is defined again is replaced.

        Args:
            body: `async def body(args, run)`, which returns the tool's value.
            agent: for whom; None for every call.
            parts: the other parts, as [`define_tool`][workbench.registry.define_tool] takes them: `output`,
                `parameters`, `timeout_ms`, `present_call`, …

        Raises:
            DefinitionError: a part is missing or wrong.
            JsonSchemaError: a schema or type cannot be compiled.
            RegistryError: the name is reserved.
        """

        def make(body: Callable[..., Any]) -> ToolDefinition:
            tool = define_tool(body, **parts)
            check_definition(tool)  # before the one that it replaces is taken back
            defined = self._defined if agent is None else self._defined_for.setdefault(agent, {})
            if tool.name in defined:
                defined.pop(tool.name)()
            defined[tool.name] = self.registry.register(tool, agent=agent)
            return tool

        return make if body is None else make(body)

    def get(self, name: str, default: Any = None, *, agent: Agent | None = None) -> Any:
        """Return the tool that would run here under a name, else the catalogue's, else `default`.

        Args:
            name: the tool; any `mcp__…` name gives the catalogue's tool of the MCP family.
            default: what is returned for a name that nobody knows.
            agent: as whom to look.
        """
        found = self.registry.get(name, agent) or tools.find(name)
        return default if found is None else found

    def schemas(self, agent: Agent | None = None) -> list[dict[str, Json]]:
        """Return what a model may be told of each tool that runs here: name, description and parameters only."""
        return self.registry.schemas(agent)

    def restrict(
        self, *, allow: Iterable[str] | None = None, deny: Iterable[str] | None = None, agent: Agent | None = None
    ) -> Callable[[], None]:
        """Filter what an agent inherits; see [`Registry.restrict`][workbench.registry.Registry.restrict]."""
        return self.registry.restrict(allow=allow, deny=deny, agent=agent)

    def on(
        self,
        event: str,
        listener: Callable[..., Any] | None = None,
        *,
        agent: Agent | None = None,
        outermost: bool = False,
    ) -> Any:
        """Add a policy or an observer; see [`Registry.on`][workbench.registry.Registry.on]."""
        if listener is None:
            return self.registry.on(event, agent=agent, outermost=outermost)
        return self.registry.on(event, listener, agent=agent, outermost=outermost)

    async def execute(
        self,
        name: str,
        arguments: Json,
        *,
        agent: Agent | None = None,
        signal: Signal | None = None,
        call_id: str | None = None,
    ) -> Result:
        """Run one call through the whole pipeline; see [`Registry.execute`][workbench.registry.Registry.execute]."""
        return await self.registry.execute(name, arguments, agent=agent, signal=signal, call_id=call_id)

    def __repr__(self) -> str:
        return f"<Toolbox: {len(self)} tools of the harness, {len(self.registry.names())} defined here>"
