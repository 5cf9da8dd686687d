"""The store: rows in DuckDB, the facts drawn from them, and the views that people and cards read.

```python
store = Store()
for found in discover(path).found:
    store.load(found)
store.refresh()
store.con.sql("select name, state, duration_ms from calls")
```
"""

from __future__ import annotations

from workbench.store.connect import sql
from workbench.store.intake import Loaded
from workbench.store.store import Store

__all__ = ["Loaded", "Store", "sql"]
