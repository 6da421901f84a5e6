#include "report/page_style.hpp"

namespace grader::report {

const std::string_view page_style = R"css(
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de;
  --good: #116329; --good-fill: #2da44e; --part: #7d4e00; --part-fill: #d4a72c;
  --bad: #a40e26; --bad-fill: #cf222e; --accent: #0550ae; --code: #eef1f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --card: #161b22; --ink: #e6edf3; --quiet: #9da7b3; --line: #30363d;
    --good: #56d364; --good-fill: #2ea043; --part: #e3b341; --part-fill: #9e6a03;
    --bad: #ff8e86; --bad-fill: #da3633; --accent: #79c0ff; --code: #1f242c;
  }
}
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, sans-serif; background: var(--ground); color: var(--ink); }
body { margin: 0; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.25rem; margin: 0; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
code, pre, .code { font: .84rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--code); border-radius: 6px;
      white-space: pre-wrap; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .9rem; }
.good { color: var(--good); } .part { color: var(--part); } .bad { color: var(--bad); }
.board, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem;
                  margin: 1rem 0; }
.lab { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr auto; gap: .2rem 1rem;
       align-items: center; padding: .3rem 0; }
.lab + .lab { border-top: 1px solid var(--line); }
.points { font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; height: .55rem; border-radius: .3rem; background: var(--line); overflow: hidden; }
.bar > span { display: block; height: 100%; background: var(--part-fill); }
.bar > .full { background: var(--good-fill); } .bar > .none { background: var(--bad-fill); }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2rem 1rem; align-items: baseline; }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .4rem 1.2rem; margin: .7rem 0; }
.box { border-left: 4px solid var(--line); padding: .1rem 0 .1rem .9rem; margin: .8rem 0; }
.box.bad-edge { border-color: var(--bad-fill); } .box.part-edge { border-color: var(--part-fill); }
.box.good-edge { border-color: var(--good-fill); }
summary { cursor: pointer; font-weight: 600; margin-top: 1rem; }
.case { display: grid; grid-template-columns: 4.6rem 1fr auto; gap: 0 .7rem; padding: .2rem 0; }
.case > p, .case > pre { grid-column: 1 / -1; }
.source { background: var(--code); border-radius: 6px; padding: .5rem 0; margin: .4rem 0; }
.row { display: grid; grid-template-columns: 3.2rem 1fr; padding: 0 .6rem 0 0; }
.row > .number { color: var(--quiet); text-align: right; padding-right: .8rem; user-select: none; }
.row > .text { white-space: pre-wrap; overflow-wrap: anywhere; }
.row.hit { background: color-mix(in srgb, var(--bad-fill) 16%, transparent); }
.row.hit > .number, .row.warned > .number { color: var(--ink); }
.row.warned { background: color-mix(in srgb, var(--part-fill) 16%, transparent); }
.note { grid-column: 2; font: .84rem/1.4 system-ui, sans-serif; color: var(--ink); padding: .1rem 0 .3rem; }
.count { grid-column: 2; color: var(--accent); font-size: .78rem; }
.gap { color: var(--quiet); padding-left: 1.2rem; }
.map { display: flex; flex-wrap: wrap; gap: .3rem .5rem; margin: .4rem 0; }
.sector { border: 1px solid var(--line); border-radius: 4px; padding: 2px; }
.sector > .where { display: block; font-size: .7rem; color: var(--quiet); }
.cells { display: grid; grid-template-columns: repeat(8, 1.15rem); gap: 1px; }
.banks { display: grid; grid-template-columns: repeat(32, minmax(0, 1fr)); gap: 1px; max-width: 46rem; margin: 1px 0; }
.cell { height: 1.15rem; border-radius: 2px; background: var(--code); text-align: center; overflow: hidden;
        font: .62rem/1.15rem ui-monospace, monospace; color: #111; }
.passages { display: flex; flex-wrap: wrap; gap: .5rem .9rem; margin: .4rem 0; }
.passage { width: 7.5rem; border-right: 2px solid var(--accent); padding-right: 3px; }
.passage > .where { font-size: .7rem; color: var(--quiet); display: block; }
.warp { height: .5rem; margin: 1px 0; border-radius: 2px;
        background: repeating-linear-gradient(45deg, transparent 0 3px, var(--line) 3px 5px); }
.warp > span { display: block; height: 100%; background: var(--accent); border-radius: 2px; min-width: 2px; }
.witness { display: grid; grid-template-columns: 1fr 1fr; gap: 3px .6rem; margin: .5rem 0; max-width: 44rem; }
.witness > .who { font-weight: 600; border-bottom: 2px solid var(--accent); }
.step { background: var(--code); border-radius: 6px; padding: .25rem .6rem; font-size: .88rem; overflow-wrap: anywhere; }
.step.left { grid-column: 1; } .step.right { grid-column: 2; }
.outcome { grid-column: 1 / -1; color: var(--bad); font-weight: 600; }
.heat { display: grid; gap: 1px; max-width: 38rem; margin: .5rem 0; }
.heat > span { aspect-ratio: 1; border-radius: 2px; }
.heat > .ok { background: var(--good-fill); opacity: .45; }
.heat > .off { background: var(--bad-fill); }
.heat > .empty { background: repeating-linear-gradient(45deg, var(--bad-fill) 0 3px, var(--card) 3px 6px); }
.heat > .first { outline: 3px solid var(--ink); outline-offset: -1px; }
.estimate { display: grid; grid-template-columns: 1fr; margin: .5rem 0; }
.scale { position: relative; height: .8rem; border-radius: .4rem; overflow: hidden;
         background: linear-gradient(90deg, var(--good-fill) 0 var(--full), var(--part-fill) var(--full) 100%); }
.scale > span { position: absolute; top: 0; width: 4px; height: 100%; background: var(--ink); }
.counters { columns: 15rem auto; font-size: .84rem; margin: .3rem 0; padding: 0; list-style: none; }
.counters li { display: flex; justify-content: space-between; gap: .5rem; break-inside: avoid; }
.tries { display: flex; align-items: flex-end; gap: 2px; height: 2.5rem; margin: .3rem 0; }
.tries > span { width: .55rem; background: var(--accent); border-radius: 2px 2px 0 0; min-height: 2px; }
.picture { max-width: 100%; border-radius: 6px; }
@media (max-width: 34rem) {
  .lab { grid-template-columns: 1fr auto; } .lab > .bar { grid-column: 1 / -1; grid-row: 2; }
  .case { grid-template-columns: 1fr auto; } .case > .word { grid-column: 1 / -1; }
  section, .board { padding: .8rem; }
  .row { grid-template-columns: 2.4rem 1fr; }
  .banks .cell { color: transparent; }
}
@media print { html { background: #fff; color: #000; } section, .board { break-inside: avoid; } }
)css";

}  // namespace grader::report
