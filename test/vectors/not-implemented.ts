/** Cases whose subject does not exist yet; remove the name when you build it. */
export const notImplemented: readonly string[] = [];
