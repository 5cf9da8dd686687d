'''Tools, the policies around them, and the one way to run them: the harness's tool pipeline in Python.

A tool is a function with a schema for its arguments and a contract for its output. Registered, it can be called; every
call goes through the same waterfall – policies, guards, wrappers, the body, policies again – and ends in exactly one
frozen result, whatever is raised on the way.

```python
import asyncio

from workbench.registry import Accept, Agent, Ask, Registry, define_tool, install_timeouts, text


@define_tool(
    parameters={
        "text": {"type": "string", "required": True, "description": "What to count in."},
        "word": {"type": "string", "description": "Count this word only."},
    },
    output={
        "schema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"count": {"type": "integer", "required": True}},
        },
        "render": lambda args, value: f"{value['count']} word(s)",
        "presentation_meta": lambda args, value: {"count": value["count"]},
    },
    timeout_ms=1_000,
    is_concurrency_safe=True,
    present_call=lambda args: {"card": "generic", "title": f"Count {args.get('word', 'words')}", "kind": "search"},
    present_result=lambda args, result: None if result.is_error else {"card": "generic", "title": "Counted"},
)
async def count_words(args, run):
    """Count the words of a text."""
    count = 0
    for found in args["text"].split():
        run.signal.check()  # cancellation is cooperative: a body that never looks is waited for
        count += "word" not in args or found == args["word"]
    return {"count": count}


async def ask_for_secrets(execution, proceed):
    """A policy before the call: let a person decide, else what the inner policies say."""
    if "secret" in str(execution.arguments.get("text")):
        return Ask("the text speaks of a secret")
    return await proceed()


async def say_it_briefly(execution, result, proceed):
    """A policy after the call: other content is presentation, the value stays what it is."""
    decision = await proceed()
    if result.is_error:
        return decision
    return Accept(content=[text(str(result.value["count"]))])


async def answer(request):
    """The approval service: here, nobody ever agrees."""
    return "rejected"


async def main():
    registry = Registry(approvals=answer)
    registry.register(count_words)
    install_timeouts(registry)
    registry.on("pre-execute", ask_for_secrets)
    registry.on("post-execute", say_it_briefly)
    registry.guard(lambda execution: "too long" if len(str(execution.arguments)) > 10_000 else None)

    agent = Agent("reader")
    counted = await registry.execute("count_words", {"text": "to be or not to be", "word": "be"}, agent=agent)
    refused = await registry.execute("count_words", {"text": "a secret"}, agent=agent)
    invalid = await registry.execute("count_words", {"text": 7}, agent=agent)
    return counted, refused, invalid


counted, refused, invalid = asyncio.run(main())
print(counted.value, counted.content[0]["text"], counted.meta)
print(refused.error.message)
print(invalid.error.message, invalid.error.info.code)
```

prints

```text
{'count': 2} 2 {'count': 2}
the user rejected tool "count_words"
invalid arguments: "text" must be a string INVALID_ARGS
```

In a notebook, a cell may `await` such calls itself.

What to know before writing a policy:

- **Order.** Pre-execute listeners, then a person if they ask, then guards; execute wrappers around the body;
  post-execute listeners; the definition's `finalize_content`; observers. A guard can only deny, and nothing undoes it.
- **Policies see raw arguments.** They are JSON, but the tool's schema is checked only when its body is reached.
- **Cancellation is cooperative.** `run.signal` is an object that a body awaits or checks. A caller's abort, a timeout
  and an interrupt of the kernel abort it; none of them ends the body. A second interrupt cancels the body's task.
- **Presentation is not secrecy.** Other content leaves the value as it is, for programs and observers alike. To hide a
  value, block the result or replace the value.
- **Only JSON.** Arguments, values, content, metadata and messages are copied as lossless JSON and frozen; what is not
  JSON becomes a failure that says so.
'''

from workbench.registry.approvals import ApprovalRequest
from workbench.registry.codemode import CodeFault, CodeResult, CodeRuntime
from workbench.registry.decisions import Accept, Allow, Ask, Block, Deny
from workbench.registry.define import define_tool
from workbench.registry.definition import Output, ToolDefinition
from workbench.registry.execution import Dispatch, DispatchLog, Execution, Run, Token
from workbench.registry.failures import (
    AbortError,
    CodeRunFailedError,
    DefinitionError,
    HarnessError,
    JsonSchemaError,
    RegistryError,
    ToolArgsError,
    ToolNotFoundError,
    ToolOutputError,
    ToolTimeoutError,
)
from workbench.registry.program import ToolCallError
from workbench.registry.registry import Registry
from workbench.registry.results import Failure, Result, Success, failure, text, user_message, wire
from workbench.registry.scopes import Agent
from workbench.registry.signals import Abort, Signal
from workbench.registry.spill import SpillRef, SpillText, install_spill
from workbench.registry.steps import ModelCall, StepOutcome, run_step
from workbench.registry.structured import StructuredOutput, require_structured_output
from workbench.registry.timeouts import install_timeouts

__all__ = [
    "Abort",
    "AbortError",
    "Accept",
    "Agent",
    "Allow",
    "ApprovalRequest",
    "Ask",
    "Block",
    "CodeFault",
    "CodeResult",
    "CodeRunFailedError",
    "CodeRuntime",
    "DefinitionError",
    "Deny",
    "Dispatch",
    "DispatchLog",
    "Execution",
    "Failure",
    "HarnessError",
    "JsonSchemaError",
    "ModelCall",
    "Output",
    "Registry",
    "RegistryError",
    "Result",
    "Run",
    "Signal",
    "SpillRef",
    "SpillText",
    "StepOutcome",
    "StructuredOutput",
    "Success",
    "Token",
    "ToolArgsError",
    "ToolCallError",
    "ToolDefinition",
    "ToolNotFoundError",
    "ToolOutputError",
    "ToolTimeoutError",
    "define_tool",
    "failure",
    "install_spill",
    "install_timeouts",
    "require_structured_output",
    "run_step",
    "text",
    "user_message",
    "wire",
]
