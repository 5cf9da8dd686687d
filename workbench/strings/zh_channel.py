"""What a progress channel would cost: labels and sentences in Chinese."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    "channel.kind.executor": "命令的输出",
    "channel.kind.job": "后台任务的输出",
    "channel.kind.child": "子会话",
    "channel.kind.bus": "总线事件",
    "channel.grade.milestone": "里程碑",
    "channel.grade.raw": "原始流",
    "channel.grade.all": "合计",
    "channel.today": "现状",
    "channel.origin.command": "录下的命令",
    "channel.origin.store": "已载入的会话",
    "channel.origin.recording": "录下的总线",
    "channel.times.measured": "实录",
    "channel.times.assumed": "假定",
    "channel.column.kind": "来源",
    "channel.column.log": "日志",
    "channel.column.option": "方案",
    "channel.column.grade": "对象",
    "channel.column.calls": "调用数",
    "channel.column.items": "条目数",
    "channel.column.item_bytes": "内部所说",
    "channel.column.rows": "新增行",
    "channel.column.row_bytes": "新增文本",
    "channel.column.stored_bytes": "文件增加",
    "channel.column.base_bytes": "文件现状",
    "channel.column.growth": "文件为现状的倍数",
    "channel.column.frames": "帧数",
    "channel.column.sent_bytes": "多发送",
    "channel.column.feed_ms": "延迟，在线（中位）",
    "channel.column.feed_late_ms": "延迟，在线（95 %）",
    "channel.column.file_ms": "延迟，读文件（中位）",
    "channel.column.file_late_ms": "延迟，读文件（95 %）",
    "channel.column.feed_never": "在线始终看不到",
    "channel.column.file_never": "读文件始终看不到",
    "channel.column.in_course": "回放：按当时进程",
    "channel.column.again": "回放：总能看到",
    "channel.column.off_ms": "回放晚了",
    "channel.column.missed_bytes": "断线：当时没看到",
    "channel.column.gone_bytes": "断线：再也看不到",
    "channel.column.id": "先例",
    "channel.column.kept": "保存",
    "channel.column.sent": "发送",
    "channel.column.precedents": "已有先例",
    "channel.column.logs": "日志数",
    "channel.column.same": "模型所见不变",
    "channel.column.on_surface": "模型能看到的新增行",
    "channel.column.faults": "载入时的问题",
    "channel.column.times": "时间",
    "channel.column.origin": "出处",
    "channel.column.ms": "运行",
    "channel.column.name": "假定",
    "channel.column.value": "取值",
    "channel.column.text": "含义",
    "channel.column.seen": "共有",
    "channel.column.logged": "日志中有",
    "channel.yes": "是",
    "channel.no": "否",
    "channel.assumed.coalesce_ms": "原始条目在工具里攒多久再发出（毫秒）；0 表示逐条立即发出",
    "channel.assumed.chunk_bytes": "一行或一帧最多带多少字节文本",
    "channel.assumed.digest_ms": "命令每隔多久报一次行数与字节数（毫秒），有新内容才报",
    "channel.assumed.flush_ms": "日志写入端攒多久再落盘（毫秒）；宿主为 200",
    "channel.assumed.compressed": "按宿主的写法用 Zstandard 帧，还是写明文行",
    "channel.assumed.poll_ms": "读者每隔多久看一次文件有无增长（毫秒）；0 表示有人通知",
    "channel.assumed.send_ms": "从宿主到在线客户端要多久（毫秒）",
    "channel.assumed.away_at": "客户端在调用进行到几成时断线",
    "channel.assumed.away_ms": "断线多久（毫秒）",
    "channel.assumed.result_chars": "结果里每路输出保留多长的尾部；宿主为 64,000",
    "channel.assumed.arrival": "没有记下时间的输出何时到达：均匀分布，或都在末尾",
    "channel.assumed.again": "A 的通用事件要不要把工具已有的专属行再说一遍",
    "channel.scripted": "随工作台附带的录制中，模型是脚本：命令与子会话的用时是真的，其间模型思考的用时不是。",
    "channel.frontier.title": "新增字节与上屏延迟",
    "channel.frontier.x": "日志大小，为现状的倍数",
    "channel.frontier.feed": "到在线屏幕的延迟，原始流的中位数",
    "channel.frontier.file": "到文件读者的延迟，原始流的中位数",
    "channel.frontier.said": (
        "方案 A 下的命令输出：{name} 从 {low} 增到 {high}，"
        "日志从现状的 {most} 倍变为 {least} 倍，延迟从 {soon} 变为 {late}。"
    ),
    "channel.frontier.note": (
        "A 各点旁的数字是 {name} 的取值，其余方案按同样次序取同样的值。"
        "圆点：所说全部保存；三角：只保存里程碑；菱形：不保存。"
    ),
    "channel.frontier.missing": "没有试任何日志。",
    "channel.again.title": "看过的东西，回放还剩多少",
    "channel.again.axis": "占比（按字节）",
    "channel.again.milestone": "里程碑，按当时进程",
    "channel.again.raw": "原始流，按当时进程",
    "channel.again.settled": "原始流，总能看到",
    "channel.again.said": (
        "命令的原始输出，方案 A 的回放能按当时进程重现 {a}，方案 B 为 {b}；算上结果，方案 B 总共能看到 {again}。"
    ),
    "channel.again.note": (
        "子会话的行无论哪种方案都在它自己的日志里；与调用的关联，C 靠父日志里的一行，其余靠推断（G4）。"
        "模型去读后台任务所得，无论多晚都算按当时进程；晚了多少见表。"
    ),
    "channel.growth.title": "日志增加多少",
    "channel.growth.axis": "文件字节",
    "channel.growth.part": "新增",
    "channel.growth.said": (
        "方案 A 为命令输出增加 {executor}，为子会话增加 {child}，为总线事件增加 {bus}；"
        "方案 C 依次为 {executor_c}、{child_c}、{bus_c}。"
    ),
}
