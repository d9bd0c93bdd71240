/**
 * The hints of declarations. The build puts them here, for forms alone, and leaves in declarations a mark in their place:
 * lists, which everybody opens first, show none.
 */
const hints: readonly string[] = []

/** The hint of a declared field as it is shown. */
export const hintText = (hint: string | undefined): string | undefined =>
  hint?.startsWith('§') ? hints[Number(hint.slice(1))] : hint
