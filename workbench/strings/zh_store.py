"""Chinese: what the cache and a long load say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workbench.strings import Text

TABLE: Final[dict[str, Text]] = {
    "cache.off": "缓存已关闭（WORKBENCH_CACHE=off）：每个日志都重新读取。",
    "cache.holds": (
        "保留了 {n} 个已读日志：{size}（上限 {limit}），位于 {folder}",
        "保留了 {n} 个已读日志：{size}（上限 {limit}），位于 {folder}",
    ),
    "cache.empty": "尚未保留任何日志，位于 {folder}",
    "cache.newest": "最近使用：{path}",
    "cache.cleared": ("已清除 {n} 个日志，释放 {size}。", "已清除 {n} 个日志，释放 {size}。"),
    "cache.hint": "清空：workbench cache --clear。关闭：WORKBENCH_CACHE=off。换位置：WORKBENCH_CACHE=<文件夹>。",
    "load.progress": "正在加载：{done}/{n} 个日志，{bytes}/{all}",
    "load.facts": "正在加载：整理 {n} 个日志中的调用",
}
