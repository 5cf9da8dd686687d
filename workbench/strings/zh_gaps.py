"""Chinese words of the gaps' pictures, pages and tables. The same keys and places stand in `en_gaps`."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    # what all pictures share
    "gaps.nothing": "没有可画的：已载入的会话里有 0 {instances}。",
    "gaps.others": "其余 {n} 个",
    "gaps.of": "{whole} 中的 {part}",
    "gaps.first": "共 {n} 条，画出最长的 {shown} 条。",
    "gaps.minutes": "{minutes} 分 {seconds} 秒",
    "gaps.hours": "{hours} 小时 {minutes} 分",
    "gaps.line": "{title}：{number}",
    "gaps.recorded": "写成了字段",
    "gaps.joined": "靠推断连上",
    "gaps.missing": "都没有",
    "gaps.calls": "调用次数",
    "gaps.results": "结果个数",
    "gaps.scripted": (
        "这里的会话全部随工作台附带：工具是真的，调用到结果之间的时间也是真的，但模型按脚本回答；它写得多快、想多久"
        "，都由脚本决定。"
    ),
    "gaps.scripted_some": (
        "这里 {all} 个会话中有 {some} 个随工作台附带：工具是真的，调用到结果之间的时间也是真的，但模型按脚本回答；"
        "它写得多快、想多久，都由脚本决定。"
    ),
    # G1
    "gaps.g1.title": "各工具的运行时间，其中有多少是空白",
    "gaps.g1.nothing": "没有可画的：调用运行期间，没有哪一段达到 {seconds} 秒而没有事件。",
    "gaps.g1.blank": "没有任何事件",
    "gaps.g1.told": "其余运行时间",
    "gaps.g1.axis": "调用内的时间",
    "gaps.g1.said": "工作时间 {working} 中有 {blank}（{share}）：调用在运行，却有 {seconds} 秒以上没有任何事件。",
    # G2
    "gaps.g2.title": "命令结束之前，它的卡片能显示什么",
    "gaps.g2.nothing": "没有可画的：没有前台命令跑满 {seconds} 秒，也没有后台任务。",
    "gaps.g2.said": (
        "命令运行了 {silent} 而没有内容可显示；最大的一份输出一次到齐，{chars} 个字符。为 {jobs} "
        "个后台任务问了 {polls} "
        "次。"
    ),
    "gaps.g2.commands": "前台命令",
    "gaps.g2.jobs": "后台任务",
    "gaps.g2.silent": "在运行，无内容可显示",
    "gaps.g2.axis": "从调用到结果的时间",
    "gaps.g2.then": "{time}，然后 {n} 个字符一次到齐",
    "gaps.g2.job": "{place} 的任务 {n}",
    "gaps.g2.reads": "读取其输出",
    "gaps.g2.lists": "列表里提到",
    "gaps.g2.notices": "通知",
    "gaps.g2.cards": "日志里提到它的地方",
    # G3
    "gaps.g3.title": "工作流的过程，日志里有哪几样",
    "gaps.g3.said": (
        "{runs} 次运行，其中 {silent} 次没有任何事件；{scripts} 份会写输出行的脚本里，{lines} 份在日志中留有输出行。"
    ),
    "gaps.g3.axis": "运行次数",
    "gaps.g3.start": "运行的开始",
    "gaps.g3.end": "运行的结束",
    "gaps.g3.call": "所属的调用",
    "gaps.g3.phase": "阶段",
    "gaps.g3.log": "脚本的输出行",
    "gaps.g3.agent-start": "成员的开始",
    "gaps.g3.agent-end": "成员的结束",
    # G4
    "gaps.g4.title": "调用的子会话怎么找到，又有多可信",
    "gaps.g4.said": "{n} 个子会话：{recorded} 个由字段写明，{joined} 个靠推断连上，{missing} 个找不到。",
    "gaps.g4.axis": "子会话个数",
    "gaps.g4.here": "在已载入的会话里",
    "gaps.g4.truth": "在知道真相的地方：人造会话中，给出的关联与实有的关联",
    "gaps.g4.share": "关联的比例",
    "gaps.g4.precision": "精确率：给出的关联里对的",
    "gaps.g4.recall": "召回率：实有的关联里找到的",
    "gaps.g4.note": "每份人造会话只含一种子会话。没有给出关联的地方谈不上精确率，只有召回率 0。",
    "gaps.g4.row": "{store}：{way}",
    "gaps.g4.recorded": "日志里的字段",
    "gaps.g4.catalog": "父日志的子会话清单",
    "gaps.g4.text_id": "结果文本里的会话号",
    "gaps.g4.label_prompt_time": "标签、首条消息与时间",
    "gaps.g4.lineage": "只靠血缘与时间",
    "gaps.g4.ambiguous": "有歧义",
    "gaps.g4.none": "找不到",
    "gaps.g4.way.field": "字段",
    "gaps.g4.way.text-id": "文本里的会话号",
    "gaps.g4.way.label-prompt-time": "标签、消息、时间",
    "gaps.g4.way.none": "没有给出关联",
    "gaps.g4.store.parallel": "并行",
    "gaps.g4.store.twins": "任务相同",
    "gaps.g4.store.nested": "嵌套",
    "gaps.g4.store.field": "任务相同，一半有字段",
    "gaps.g4.store.background": "后台",
    "gaps.g4.store.named-twins": "任务相同的后台",
    # G5
    "gaps.g5.title": "结果带来的是数据，还是只有文本",
    "gaps.g5.said": (
        "{n} 个结果中 {recorded} 个带元数据，{text} 个只有文本。两者都有时，{parsed} 份文本里有 {right} 份读回了同"
        "样的数据。"
    ),
    "gaps.g5.recorded": "文本旁有元数据",
    "gaps.g5.joined": "文本就是 JSON",
    "gaps.g5.missing": "只有文本",
    # G6
    "gaps.g6.title": "参数到达途中，其文本能看到多少",
    "gaps.g6.said": (
        "在最后一段到达之前，宽容的读者平均能显示 {share} 的文本。最多提前 {gained}；参数读不了的时间最长 {unreadable}"
        "。"
    ),
    "gaps.g6.tolerant": "到多少读多少",
    "gaps.g6.strict": "只认完整的 JSON",
    "gaps.g6.x": "已到达的段所占比例",
    "gaps.g6.y": "能看到的文本比例，各次调用平均",
    # G7
    "gaps.g7.title": "不止通用卡的调用，按由谁计算",
    "gaps.g7.said": (
        "{calls} 次调用中，按工具名有 {names} 得到富卡，用展示函数有 {presenters}；两者在 {same} 的调用上一致。日志"
        "里的视图：{stored}。"
    ),
    "gaps.g7.axis": "占已有结局的调用的比例",
    "gaps.g7.rich": "有富卡",
    "gaps.g7.raw": "原始 JSON",
    "gaps.g7.by_name": "工具名",
    "gaps.g7.by_presenters": "工具的展示函数",
    "gaps.g7.in_workbench": "本工作台",
    "gaps.g7.note": "工具名对该工具的所有调用只许诺一种卡，即便某次调用属于另一种。",
    # G8
    "gaps.g8.title": "程序内的调用：略过这些事件的读者会漏掉什么",
    "gaps.g8.said": (
        "{n} 次内层调用中 {recorded} 次有头有尾并带内容。略过它们，就会漏掉全部调用的 {share} 和 {chars} 个字符的结果。"
    ),
    "gaps.g8.inside": "在程序内",
    "gaps.g8.issued": "由模型发出",
    # G9
    "gaps.g9.title": "等过人的调用：看起来像在运行的时间",
    "gaps.g9.said": "这些调用的运行时间里有 {share} 是在等人：审批 {approvals} 次，提问或计划 {questions} 次。",
    "gaps.g9.axis": "从调用到结果的时间",
    "gaps.g9.wait": "等人",
    "gaps.g9.run": "运行",
    "gaps.g9.approval_recorded": "审批，事件写明调用号",
    "gaps.g9.approval_joined": "审批，调用靠推断",
    "gaps.g9.approval_missing": "审批，不知是哪次调用",
    "gaps.g9.question_recorded": "提问，有事件写明调用号",
    "gaps.g9.question_joined": "提问，没有事件：凭工具名得知",
    "gaps.g9.question_missing": "提问，无从得知",
    # G10
    "gaps.g10.title": "图片、声音与文件的去向",
    "gaps.g10.said": "{n} 份里保留了 {kept} 份，{replaced} 份变成了一句话。其中 {disk} 份的字节就在日志旁。",
    "gaps.g10.axis": "份数",
    "gaps.g10.image": "图片",
    "gaps.g10.audio": "声音",
    "gaps.g10.resource": "资源",
    "gaps.g10.input": "人的消息",
    "gaps.g10.kept": "保留，或留有引用",
    "gaps.g10.replaced": "换成了一句话",
    # G11
    "gaps.g11.title": "工具什么也没说的调用，还剩什么可看",
    "gaps.g11.said": (
        "{n} 次调用，占全部的 {share}；其中 {recorded} 次的工具声明了展示函数。{own} 次用上了工作台自有的卡。"
    ),
    "gaps.g11.presenter": "工具的展示函数",
    "gaps.g11.own": "工作台自有的卡",
    "gaps.g11.text": "通用卡，有文本可显示",
    "gaps.g11.bare": "通用卡，几乎只有名字",
    # coverage
    "gaps.matrix.title": "工具、卡片，以及其间的缺口",
    "gaps.matrix.said": (
        "这里调用过 {called} 个工具。框架现有的 {tools} 个工具中，{best} 个今天已用上最合适的卡型；缺口挡在卡外的内"
        "容照样缺着。"
    ),
    "gaps.matrix.first": "这里调用过或调研列出的 {n} 个工具。",
    "gaps.matrix.page": "第 {n} 页，共 {all} 页；代价最小的档次在前。",
    "gaps.matrix.signs": (
        "方框：目录声明该工具有此缺口；框中的符号：这些会话实测如何。今天所示：实心表示已是最合适的卡型。需要：1× "
        "调用与结果两刻就够，↻ 运行期间要有新消息，⇄ 要能送回宿主。档位：1 只改画法，2 小幅增补，3 新建通道。"
    ),
    "gaps.matrix.tool": "工具",
    "gaps.matrix.ideal": "理想卡型",
    "gaps.matrix.shown": "今天所示",
    "gaps.matrix.need": "需要",
    "gaps.matrix.tier": "档位",
    "gaps.matrix.unseen": "已声明，这里没见到",
    "gaps.levers.title": "可以做、可以定的事，各能帮到谁",
    "gaps.levers.said": (
        "一种列表卡能服务调研所列 {survey} 个工具中的 {list} 个，如今 {tools} 个中的 {now} 个。文本旁补上数据能服务"
        "调研中的 {data} 个；差异与终端两种卡合起来服务 {rich} 个。"
    ),
    "gaps.levers.tools": "工具个数",
    "gaps.levers.calls": "这些会话里的调用次数",
    "gaps.levers.by_tools": "按能帮到的工具",
    "gaps.levers.by_calls": "按这些工具在已载入会话里的调用",
    "gaps.levers.gap": "补一个缺口",
    "gaps.levers.fork": "定一个分叉",
    "gaps.levers.card": "画一种卡",
    "gaps.levers.card_of": "卡型：{card}",
    # tables
    "gaps.column.gap": "缺口",
    "gaps.column.verdict": "结论",
    "gaps.column.key": "最能说明问题的数字",
    "gaps.column.rows": "背后的行",
    "gaps.rows": "这些数字背后的行：",
    # the page
    "gaps.facts": (
        "{n} 个会话 · {events} 个事件 · {calls} 次调用，程序内 {dispatches} 次 · {tools} 个工具 · 第 {generations} 代",
        "{n} 个会话 · {events} 个事件 · {calls} 次调用，程序内 {dispatches} 次 · {tools} 个工具 · 第 {generations} 代",
    ),
    "gaps.page.title": "是什么让一次调用没法好好展示",
    "gaps.page.lead": (
        "一份工具卡调研读代码找出了十一个缺口，这里用录下的会话来测量。每个结论由三个数算出：有多少实例，多少把卡片"
        "所需写成了日志字段，多少能无歧义地推断连上。"
    ),
    "gaps.page.present": "演示 (p)",
    "gaps.page.contents": "目录",
    "gaps.page.leave": "退出 (Esc)",
    "gaps.page.help": "p 演示 · 方向键翻页 · c 目录 · Esc 退出",
    "gaps.page.back": "‹",
    "gaps.page.next": "›",
    "gaps.page.claim": "论点（{date}）",
    "gaps.page.verdict": "结论",
    "gaps.page.needs": "卡片需要什么",
    "gaps.page.closes": "怎样才能补上",
    "gaps.page.since": "此后的变化",
    "survey.title": "调研在缺口之外还看到了什么",
    "survey.wire": "一次调用的一生",
    "survey.wire_said": "每一步留下什么、走哪条路、缺口在哪里打开",
    "survey.gaps": "在此打开的缺口",
    "survey.silent": "{step}：不论什么工具，日志里都没有事件说明调用进行到哪里。",
    "survey.during": "◦ 讲的是运行中的调用，但只限某一种工具，或某次策略裁决。",
    "survey.inventory": "对工具清单的观察",
    "survey.vocabulary": "视图词汇的三个性质",
    "survey.bridge": "编辑器桥的规则",
    "survey.visibility": "执行数据在哪里，谁看得见",
    "survey.options": "进度通道的方案、红线与已有先例",
    "survey.coupling": "由谁计算卡片，与调用内部之事的关联",
    "survey.structure": "理想卡片的共同之处",
    "survey.references": "调研引用的文档",
    "survey.mode": "运行的是什么",
    "survey.exists": "数据在哪里",
    "survey.seen_by": "谁看得见",
    "survey.reaches": "多少进了日志",
    "survey.what": "是什么",
    "survey.kept": "写进日志",
    "survey.sent": "发给客户端",
    "survey.costs": "代价",
    "survey.stands_there": "那里有什么",
    "survey.precedents_options": "先例与方案",
    "survey.tier": "档次",
    "survey.tools": "工具",
    "survey.held": "手头有",
    "gaps.page.numbers": "图中的数字",
    "gaps.page.measures": "全部数字",
    "gaps.page.rows": "背后 {all} 行中的前 {n} 行",
    "gaps.page.coverage": "覆盖",
    "gaps.page.all_tools": "全部工具",
    "gaps.page.levers": "杠杆",
    "gaps.page.how": "结论是怎么给出的",
    "gaps.page.kept_out": "本页只有数字、图、工具名、序号和调用键，不含任何调用、结果或消息的文本。",
    "gaps.column.session": "会话",
    "gaps.column.tool": "工具",
    "gaps.column.has": "有",
    "gaps.column.call": "调用",
    "gaps.column.rule": "规则",
    # made stores
    "gaps.turn.none": "没有一个写成字段",
    "gaps.turn.half": "一半写成字段",
    "gaps.turn.all": "全部写成字段",
    "gaps.turn.joined": "没有字段，但候选各只有一个",
    "gaps.turn.strict": "只认完整 JSON 的读者",
    "gaps.turn.tolerant": "到多少读多少的读者",
    "gaps.turn.log": "只有日志",
    "gaps.turn.raw": "按原始 JSON 画",
    "gaps.turn.names": "按工具名画",
    "gaps.turn.presenters": "用展示函数画",
    "gaps.turn.no_presenter": "没有工具声明展示函数",
    "gaps.turn.one_presenter": "两个工具中一个声明了展示函数",
    "gaps.turn.presenter": "两个工具都声明了展示函数",
    "gaps.turn.title": "结论会不会变？只差一样的人造会话",
    "gaps.column.made": "人造会话",
    # chapters of the page
    "gaps.chapter.channel": "进度通道要花多少代价",
    "gaps.chapter.channel_said": "选项 A 至 D，各按其方式写出日志来试",
    "gaps.chapter.decisions": "未定的决策",
    "gaps.chapter.decisions_said": "F1 至 F8：选项、代价，以及为每项量到了什么",
    "gaps.chapter.option": "选项",
    "gaps.chapter.cost": "代价",
    "gaps.chapter.measured": "量到的",
}
