"""Drawings: from a card or a timeline row to an element tree. One module a card type, small ones together.

Class names, for the style sheet. Modifiers stand beside their base (`wb-badge wb-badge-bad`).

- rows: `wb-head` with `wb-kind-<type>`, `wb-state-<state>`, `wb-outcome-<outcome>`, `wb-red`; in it `wb-icon`
  (`wb-icon-<type>`, `wb-action-<action>`), `wb-tool`, `wb-title`, `wb-hint`, `wb-time`
- words: `wb-badge` (`-bad`, `-warn`, `-answer`, `-change`), `wb-state` (`wb-state-<state>`) with `wb-dot`
  (`wb-dot-<state>`), `wb-note`, `wb-bad`, `wb-warn`, `wb-meta`, `wb-label`, `wb-count`, `wb-strong`, `wb-button`,
  `wb-chip`, `wb-id`, `wb-path`, `wb-address`
- names with values: `wb-kv`, `wb-kv-row`, `wb-kv-name`, `wb-kv-value`
- sections: `wb-sections`, `wb-section`, `wb-why`, `wb-unknown`, `wb-placeholder`, `wb-error`, `wb-rail`, `wb-prose`
- terminal: `wb-description`, `wb-prompt`, `wb-prompt-line`, `wb-cwd`, `wb-sigil`, `wb-ending`, `wb-spill`
- diff: `wb-diffs`, `wb-not-done`, `wb-not-applied`, `wb-diff-count`
- search, web: `wb-file`, `wb-match`, `wb-no`, `wb-source`, `wb-paths`, `wb-sources`, `wb-host`, `wb-snippet`
- subagent, progress: `wb-phase`, `wb-agent`, `wb-agents`, `wb-agent-label`, `wb-bar` (`-bad`)
- question, todo, approval: `wb-asked`, `wb-question`, `wb-options`, `wb-option`, `wb-chosen`, `wb-answer`, `wb-todos`,
  `wb-todo` (`wb-todo-<status>`), `wb-todo-text`, `wb-approval`, `wb-reason`
- timeline: `wb-message` (`wb-message-<kind>`), `wb-source-name`; places: `wb-locations`
"""

from workbench.widgets.draw.card import DRAWINGS, draw
from workbench.widgets.draw.head import head, head_row
from workbench.widgets.draw.look import Look
from workbench.widgets.draw.panel import panel
from workbench.widgets.draw.rows import draw_row

__all__ = ["DRAWINGS", "Look", "draw", "draw_row", "head", "head_row", "panel"]
