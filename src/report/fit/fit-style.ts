/** What a page of fits adds to the style of reports: a hue and a dash for each model. */
export const fitStyle = `
:root{--table:#2b4c7e;--geometric:#b3541e;--yuleSimon:#1f6f8b;--inverse:#5b7a1f;--logAlpha:#84489c}
@media(prefers-color-scheme:dark){:root{--table:#8fb3e8;--geometric:#f0a172;--yuleSimon:#7cc4dd;--inverse:#b3cf77;--logAlpha:#d1a3e3}}
.keptCurve{--tone:var(--better)}.noCurve{--tone:var(--worse)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem 2rem;margin:1.5rem 0 .5rem}
section>h3{margin:2rem 0 .5rem}
details{margin:.75rem 0}
.charts figure{margin:0}
.fit{width:100%;height:auto}
.model{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linejoin:round}
.model.kept{stroke-width:3.5;stroke-dasharray:none}
.table{color:var(--table)}.geometric{color:var(--geometric);stroke-dasharray:7 3}.yuleSimon{color:var(--yuleSimon);stroke-dasharray:2 3}.inverse{color:var(--inverse);stroke-dasharray:9 3 2 3}.logAlpha{color:var(--logAlpha);stroke-dasharray:4 2}
.measured{fill:var(--ink);fill-opacity:.82}
.bar{stroke:var(--ink);stroke-opacity:.45;stroke-width:1.25}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0 0 2rem;padding:0;font-size:.875rem;color:var(--quiet)}
.legend li{display:flex;align-items:center;gap:.5rem}
.legend .chosen{color:var(--ink);font-weight:600}
tr.chosen th,tr.chosen td{font-weight:600}
`;
