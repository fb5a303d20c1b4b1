export const baseStyle = `
:root{color-scheme:light dark;--paper:#fcfbf8;--ink:#1f2328;--quiet:#5c636b;--line:#dcd9d1;--card:#fff;--mark:#2b4c7e;--better:#17693f;--worse:#a92b20;--cannotTell:#7a5a00;--doNotTrust:#74349a}
@media(prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#e4e2dc;--quiet:#a0a5ab;--line:#34383d;--card:#1c1f23;--mark:#8fb3e8;--better:#6cc794;--worse:#f08d80;--cannotTell:#dcb457;--doNotTrust:#cf9df0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1.5rem 5rem}
footer{max-width:72rem;margin:0 auto;padding:0 1.5rem 5rem}
header p{color:var(--quiet);margin:.25rem 0}
h1{text-wrap:balance;font-size:1.9rem;line-height:1.2;font-weight:600;letter-spacing:-.01em;margin:0 0 .5rem}
h2{font-size:1.15rem;font-weight:600;margin:3.5rem 0 1rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1rem;font-weight:600;margin:0}
p{margin:.35rem 0;max-width:70ch}
h1,h2,h3,p,li,dt,dd,caption,figcaption,summary{overflow-wrap:anywhere}
code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.quiet,.note,.question,figcaption{color:var(--quiet)}
.note{font-size:.8125rem}
.verdicts{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
.card{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:4px;padding:1rem 1.25rem}
.word{display:inline-block;color:var(--tone);margin-right:.5rem}
.word::first-letter{text-transform:uppercase}
.better{--tone:var(--better)}.worse{--tone:var(--worse)}.cannotTell{--tone:var(--cannotTell)}.doNotTrust{--tone:var(--doNotTrust)}
.scroll{overflow-x:auto;margin:0 0 2rem;background:linear-gradient(90deg,var(--paper) 40%,transparent),linear-gradient(270deg,var(--paper) 40%,transparent) 100% 0,linear-gradient(90deg,var(--line),transparent),linear-gradient(270deg,var(--line),transparent) 100% 0;background-repeat:no-repeat;background-size:2.5rem 100%,2.5rem 100%,.75rem 100%,.75rem 100%;background-attachment:local,local,scroll,scroll}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{max-width:calc(100vw - 3rem);text-align:left;font-weight:600;padding:.25rem 0 .5rem}
th,td{text-align:left;vertical-align:middle;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--quiet);font-size:.8125rem;vertical-align:bottom}
tbody th{font-weight:500}
tfoot td{border:0;padding-top:0}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
p+.scroll,ul+.scroll{margin-top:1.5rem}.scroll+ul{margin-top:-1rem}
.none{color:var(--quiet);font-style:italic}
.conclusion{font-weight:600}
.fail{--tone:var(--worse)}.watch,.inconclusive{--tone:var(--cannotTell)}.ok{--tone:var(--better)}
.toned{color:var(--tone);font-weight:600}
.reading{color:var(--tone);font-size:.8125rem}
.cell .word{font-weight:600}.cell .interval{white-space:nowrap}
svg{display:block;color:var(--tone,var(--mark))}
.strip{overflow:visible;width:260px;height:22px}.axis{height:20px}.sign{display:inline-block;vertical-align:-.1em}
.days{width:100%;max-width:44rem;height:auto}
.thick,.thin{stroke:currentColor;stroke-width:3.5;stroke-linecap:round}
.thin{stroke-width:1.25}
.mark{fill:currentColor}
.hollow{fill:var(--paper);fill-opacity:.6;stroke:currentColor;stroke-width:1.25}
.truth{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.rule{stroke:var(--quiet);stroke-width:1;stroke-dasharray:3 3}
.grid,.base{stroke:var(--line);stroke-width:1}
svg text{fill:var(--quiet);font-size:11px;text-anchor:middle;font-variant-numeric:tabular-nums}
svg text.end{text-anchor:end}svg text.start{text-anchor:start}
figure{margin:0 0 2rem}figcaption{font-size:.875rem;margin-bottom:.5rem}
dt{font-weight:600;margin-top:.75rem}dd{margin:0;max-width:70ch}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:4px;padding:1rem}
summary{cursor:pointer;color:var(--quiet)}
nav{margin:1.25rem 0 0;font-size:.8125rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1rem;margin:0;padding:0}
nav+section h2{margin-top:1.5rem}
nav a{color:var(--quiet);text-decoration:underline;text-decoration-color:var(--line);text-underline-offset:.25em}
nav a:hover{color:var(--ink);text-decoration-color:currentColor}
.folds{margin-top:3.5rem;border-top:1px solid var(--line)}
.fold{margin:0;border-bottom:1px solid var(--line)}
.fold>summary{padding:.65rem 0;font-size:.9375rem}
.fold>summary h2{display:inline;font-size:1rem;margin:0 .15rem 0 0;padding:0;border:0;color:var(--ink)}
.fold>div{padding:.5rem 0 2rem;scroll-margin-top:3.5rem}
.besides{display:none}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
@media(max-width:34rem){main{padding:1.5rem 1rem 3rem}h1{font-size:1.4rem}h2{margin-top:2.25rem}table{font-size:.875rem}th,td{padding-right:.6rem}.cell .word{display:block}}
@page{margin:14mm}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--quiet:#444;--line:#bbb;--card:#fff;--mark:#2b4c7e;--better:#17693f;--worse:#a92b20;--cannotTell:#7a5a00;--doNotTrust:#74349a;print-color-adjust:exact}html{font-size:11px}body{font-size:1rem}main{padding:0;max-width:none}h2{margin:1.5rem 0 .5rem}h2,h3,caption,thead{break-after:avoid}thead{display:table-header-group}.card,tr,figure{break-inside:avoid}.verdicts{display:block;columns:2;column-gap:2rem}.card{display:block;border-width:1px 0 0;border-color:var(--tone);border-radius:0;padding:.35rem 0 .6rem;font-size:.875rem;line-height:1.35}.card p{margin:.1rem 0}.scroll,pre{overflow:visible;background:none;margin-bottom:1rem}pre{white-space:pre-wrap}th,td{padding:.25rem .6rem .25rem 0}td .strip{width:150px;height:auto}details::details-content{content-visibility:visible;display:block}summary{list-style:none}nav,footer,.screen,.fold:not(.printed){display:none}.folds{border:0;margin:0}.fold{border:0}.fold>div{padding:0}.besides{display:block;color:var(--quiet)}}
`;
