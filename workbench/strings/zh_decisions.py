"""The open decisions F1 to F8: what was measured for them, in Chinese. A number stands where the braces are."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    "decision.F1.unseen": "日志不说卡片是谁算的：{calls} 个结果里有 {stored} 个存了视图。",
    "decision.F1.presenters": "{calls} 个已结束的调用里，用工具自己的展示函数有 {share} 得到比通用卡更好的卡。",
    "decision.F1.names": "只凭工具名有 {share}；全部调用中有 {same} 与展示函数给的卡相同。",
    "decision.F1.programs": (
        "程序内部发出了 {dispatches} 个调用，模型自己发出 {calls} 个；宿主不为前者下发视图，谁来画都只能凭名字。"
    ),
    "decision.F1.shown": "同一批调用分别用原始 JSON、工具名、展示函数以及这里的卡来画",
    "decision.F1.open": (
        "只在一处计算，值不值得让所有客户端都跟着一套词汇走；各客户端自由，值不值得每个工具写两遍。"
        "数字只说两者多久不同一次，不说谁会介意。"
    ),
    "decision.F2.grown": "{tools} 个工具的 {calls} 个调用属于核心后来扩出的卡型：搜索、读取、网页。",
    "decision.F2.own": "{tools} 个工具的 {calls} 个调用在这里用了核心没有的卡。",
    "decision.F2.list": "一种列表卡就能服务 {tools} 个工具；这些会话里有它们的 {calls} 个调用。",
    "decision.F2.shown": "想要表格的工具：核心给它们什么卡，这里不靠核心画出什么卡",
    "decision.F2.open": "共用的词汇该长到多大。不动核心也能画列表，这已演示；每个客户端都会去画，则没有。",
    "decision.F3.blank": (
        "{n} 个调用运行了一秒以上，其中 {recorded} 个内部有任何工具都能写的事件。"
        "它们一共空白 {blank}，占运行时间的 {share}。"
    ),
    "decision.F3.cost": (
        "命令输出增加 {executor}，后台任务增加 {job}，子会话增加 {child}，总线增加 {bus}（{rows} 行）。"
        "一半的原始输出片段在 {delay} 后到达在线屏幕，在 {file} 后到达读文件的人。"
    ),
    "decision.F3.shown": "载入各方案写出的日志：探针看到哪些缺口补上了（写成字段 + 推断 / 全部）",
    "decision.F3.open": "原始输出该不该进日志；每个工具的里程碑与原始流又在哪里分界。不同来源可以选不同方案。",
    "decision.F4.differ": (
        "只发不存时，命令的原始输出按当时进程能重现 {course}，算上结果总共 {again}。"
        "断线 {away} 的客户端错过 {missed}，其中 {gone} 事后也无处可看。"
    ),
    "decision.F4.same": "保存下来，按当时进程能重现 {course}，代价是在 {base} 的文件上再加 {added}。",
    "decision.F4.dropped": "模型断流后重试时，先前的残文早已舍弃：这些会话里有 {n} 次。",
    "decision.F4.shown": "一条录下的命令在四个时刻：实时屏幕与回放各有多少字符",
    "decision.F4.open": "回放究竟是“当时能看到什么”的记录，还是“结果如何”的记录。两者都做得到，但不是同一种承诺。",
    "decision.F5.recorded": (
        "卡片需要数据的 {n} 个结果里有 {recorded} 个带元数据；元数据共 {meta}，对应的消息共 {text}。"
    ),
    "decision.F5.parsed": (
        "文本与元数据都有时，读出文本 {parsed} 次，其中 {parsed_right} 次与元数据一致。另有 {missing} 个结果只有文本。"
    ),
    "decision.F5.shown": "同一批结果带着元数据与去掉元数据：结果卡还剩哪种",
    "decision.F5.open": "哪些形状可以依赖、依赖多久。今天能从文本读回来，不等于以后也能。",
    "decision.F6.answered": "{approvals} 次审批和 {questions} 次提问是一帧问、一帧答；最长等了 {longest}。",
    "decision.F6.prompted": (
        "经由模型，一条消息要过 {ms}、{rows} 行才变成第一个调用（{n} 轮的中位数；"
        "随工作台附带的录制里模型是脚本，其中属于模型的时间不是真的）。"
    ),
    "decision.F6.wanted": "目录里有 {tools} 个工具想要带动作的卡；这些会话里有它们的 {calls} 个调用。",
    "decision.F6.shown": "从卡片上停掉一个任务：经流水线的两种答复（就在这里运行），以及一条消息",
    "decision.F6.open": (
        "谁可以按什么。流水线能像对待模型那样询问和拒绝；一次点击算人的话，还是又一件要审批的事，取决于信任而非数字。"
    ),
    "decision.F7.log": (
        "工作流过程的 {n} 个片段里有 {recorded} 个是日志行。补上缺的要加 {rows} 行、{added}；"
        "全部再用通用事件说一遍要加 {all}。"
    ),
    "decision.F7.frames": (
        "录下的总线上有 {said} 个阶段标记与输出行。全部事件作为帧要发送 {sent}；回放只剩输出行的 {again}。"
    ),
    "decision.F7.anchor": (
        "{n} 个子会话里有 {joined} 个靠推断与调用相连，{missing} 个连不上。每个子会话写一行双方的号，共加 {added}；"
        "把子会话所做的抄一遍要加 {copy}。"
    ),
    "decision.F7.shown": "各工作流的卡，分别由各方案写出的日志画出",
    "decision.F7.open": "父日志该讲述子会话做了什么，还是指向它们；没有子会话的工作流，值不值得有自己的会话。",
    "decision.F8.contained": (
        "{n} 个捣乱的展示函数，照现在的方式运行有 {today} 个受控；加上复制、检查与 {limit} 时限后有 {guarded} 个。"
    ),
    "decision.F8.generic": "{n} 个调用里有 {missing} 个的工具本来就没有展示函数，照样画得出来。",
    "decision.F8.client": "只凭名字的客户端，对这 {n} 个调用里的 {plain} 个只有通用卡。",
    "decision.F8.shown": "捣乱的展示函数：照今天的方式、加防护、剥掉之后，是否受控？",
    "decision.F8.open": "该多相信一张卡显示的就是制作者想显示的。防护保住宿主，却不能让视图变得诚实。",
    "decision.column.tool": "工具",
    "decision.column.outcome": "结局",
    "decision.column.calls": "调用数",
    "decision.column.raw": "原始 JSON",
    "decision.column.name": "凭名字",
    "decision.column.presenters": "凭展示函数",
    "decision.column.here": "这里的卡",
    "decision.column.core": "核心的卡",
    "decision.column.serves": "是列表",
    "decision.column.option": "方案",
    "decision.column.rows": "行数",
    "decision.column.holds": "守住红线",
    "decision.column.moment": "经过",
    "decision.column.printed": "已印出",
    "decision.column.live_A": "A 实时",
    "decision.column.replay_A": "A 回放",
    "decision.column.live_B": "B 实时",
    "decision.column.replay_B": "B 回放",
    "decision.column.live_D": "D 实时",
    "decision.column.replay_D": "D 回放",
    "decision.column.with": "带元数据",
    "decision.column.without": "去掉之后",
    "decision.column.same": "相同",
    "decision.column.way": "途径",
    "decision.column.ended": "结局",
    "decision.column.models": "模型轮次",
    "decision.column.told": "写下的行",
    "decision.column.card": "卡片",
    "decision.column.linked": "运行与调用的关联",
    "decision.column.members": "成员",
    "decision.column.entered": "已标记的阶段",
    "decision.column.lines": "输出行",
    "decision.column.presenter": "展示函数",
    "decision.column.today": "现状",
    "decision.column.said": "卡片怎么说",
    "decision.column.guarded": "加防护",
    "decision.column.stripped": "剥掉",
    "decision.column.text": "是什么",
    "decision.column.cost": "代价",
    "decision.column.facts": "量到了什么",
    "decision.option.today": "现状",
    "decision.way.prompt": "给模型发消息",
    "decision.way.domain, allowed-once": "经流水线，放行",
    "decision.way.domain, rejected": "经流水线，拒绝",
    "decision.ended.ok": "已停",
    "decision.ended.denied": "被拒",
    "decision.linked.recorded": "写成字段",
    "decision.linked.inferred": "推断",
    "decision.linked.missing": "没有",
}
