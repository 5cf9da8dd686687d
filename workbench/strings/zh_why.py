"""Chinese words on why a card is what it is, and phrases of the sources. The same keys and places stand in `en_why`."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    # the order of dispatch
    "why.own": "工具自有的卡片：{type}",
    "why.own_misfit": "工具自有的卡片：{type}，但{reason}",
    "why.no_own": "工具自有的卡片：目录未指定",
    "why.not_listed": "工具自有的卡片：目录中没有 {tool}",
    "why.media": "工具自有的卡片：{type}，因为结果中有非文本的内容块",
    "why.view": "视图：{type}",
    "why.no_view": "视图：无，{reason}",
    "why.older": "旧格式：{type}",
    "why.unknown_tool": "未知的工具",
    "why.no_presenter": "没有展示函数",
    "why.gave_none": "展示函数未给出视图",
    "why.not_json": "参数不是 JSON",
    "why.unfit": "参数不符合：{problem}",
    "why.failed": "展示函数出错：{problem}",
    # how a session of a terminal stands
    "status.exited": "已退出",
    # what stands beside a title
    "todo.done_of": "已完成 {n}/{total}",
    # how much there is
    "block.size": "{blocks}，{size}",
    # above the rows
    "list.jumped": "这是所要的行；按 b 返回。",
    "list.nowhere-back": "没有可返回的跳转。",
    "header.children": "{n} 个子代理",
    # types of cards, by the words that select them
    "type.approval": "审批（approval）",
    "type.chip": "标签（chip）",
    "type.code": "代码（code）",
    "type.diff": "差异（diff）",
    "type.generic": "通用（generic）",
    "type.job": "任务（job）",
    "type.list": "列表（list）",
    "type.media": "媒体（media）",
    "type.mount": "挂载（mount）",
    "type.progress": "进度（progress）",
    "type.question": "提问（question）",
    "type.read": "读取（read）",
    "type.search": "搜索（search）",
    "type.subagent": "子代理（subagent）",
    "type.terminal": "终端（terminal）",
    "type.todo": "待办（todo）",
    "type.web": "网页（web）",
}

PHRASES: Final[dict[str, str]] = {
    # rules of provenance
    "the marker at the end of the text": "文本末尾的标记",
    "no marker at the end of the text": "文本末尾没有标记",
    "the id in the result's text": "结果文本中的标识",
    "same label, same prompt, created between call and result": "标签与提示词相同，创建于调用与结果之间",
    "more than one child fits": "有多个子会话相符",
    "asked to decided": "从询问到决定",
    "the end of the child's own turn": "子会话自身回合的结束",
    "between the rows of call and result": "调用行与结果行之间",
    "children by parent and time": "按父会话与时间找到的子会话",
    "the texts of the calls and notices that name the job": "提到此任务的调用与通知的文本",
    "the run lies between this call and its result": "该运行位于此调用与其结果之间",
    # what was read off a text
    "the lines of the file's envelope": "文件封套中的各行",
    "the numbered lines of the text": "文本中带行号的各行",
    "the groups of the text": "文本中的分组",
    "the lines of the text": "文本的各行",
    "the list of sources in the text": "文本中的来源列表",
    "the first line of the text": "文本的第一行",
    "the JSON of the result's text": "结果文本中的 JSON",
    "the end of the text": "文本的末尾",
    # older shapes and names of tools
    "The arguments are those of the persistent bash, which takes a command and nothing else.": (
        "参数属于持久的 bash，它只接受一条命令。"
    ),
    "The arguments are those of the persistent PowerShell, which takes a command and nothing else.": (
        "参数属于持久的 PowerShell，它只接受一条命令。"
    ),
    "The arguments are those of the time when a search took one query.": "参数属于一次搜索只有一个查询的时期。",
    "Background jobs were called tasks then; the tool is called job_output now.": (
        "当时后台任务称为 task；此工具现名 job_output。"
    ),
    "Background jobs were called tasks then; the tool is called job_list now.": (
        "当时后台任务称为 task；此工具现名 job_list。"
    ),
    "Background jobs were called tasks then; the tool is called job_kill now.": (
        "当时后台任务称为 task；此工具现名 job_kill。"
    ),
    "The arguments are those of an agent team, where a message goes to a member by name.": (
        "参数属于代理团队，其中消息按名称发给成员。"
    ),
    "The arguments are those of an agent team, where a member is named.": "参数属于代理团队，其中成员以名称指定。",
    "The arguments are those of the time when a program had no description and was its own title.": (
        "参数属于程序没有说明、以自身为标题的时期。"
    ),
    "Plugins were mounted by program then; since then they are defined, run and removed in steps "
    "(cordis_inspect_list, cordis_inspect_query, cordis_inspect_self).": (
        "当时插件由程序直接挂载；此后分步定义、运行和移除"
        "（cordis_inspect_list、cordis_inspect_query、cordis_inspect_self）。"
    ),
    "Plugins were mounted by program then; since then they are defined, run and removed in steps "
    "(cordis_define, cordis_run).": "当时插件由程序直接挂载；此后分步定义、运行和移除（cordis_define、cordis_run）。",
    "Plugins were mounted by program then; since then they are defined, run and removed in steps "
    "(cordis_stop, cordis_undefine).": (
        "当时插件由程序直接挂载；此后分步定义、运行和移除（cordis_stop、cordis_undefine）。"
    ),
}
"""Rules and notes that stand in the sources in English, by the words they have there."""
