/** A path as the address of a link beside the page: what is no path of files is none in it. */
export const pageLink = (path: string | null): { readonly href?: string } =>
  path === null ? {} : { href: path.split("/").map(encodeURIComponent).join("/") };
