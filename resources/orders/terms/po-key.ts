/**
 * A PO number as it is compared: in capitals, without spaces, dashes, `/`, `.`, `_` and what cannot be seen; null where
 * nothing else is left.
 */
export const poKeyOf = (poNo: string | null): string | null =>
  poNo
    ?.normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}/._]/gu, '')
    .slice(0, 35) || null
