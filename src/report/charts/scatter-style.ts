/** Small charts next to each other, as many in a row as fit; every element that draws them adds it to its page. */
export const scatterStyle =
  ".scatters{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem 2rem}.scatters figure{margin:0 0 1rem;min-width:0}.scatter{width:100%;height:auto;max-width:26rem}";
