/** Makes a prefix pattern for `like … escape '!'` from a text, with its wildcards escaped. */
export const prefixPattern = (typed: string) => `${typed.replace(/[!%_]/g, sign => `!${sign}`)}%`
