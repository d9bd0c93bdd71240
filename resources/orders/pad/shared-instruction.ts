/** A shipping instruction that is read once above the lines, and of how many of the lines it is. */
export interface SharedInstruction {
  text: string
  lines: number
  of: number
}

/** The instruction that most lines of an order have, of equals the one of the earliest line; null where none has one. */
export function sharedInstruction(texts: readonly (string | null)[]): SharedInstruction | null {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  let most: SharedInstruction | null = null
  for (const [text, lines] of counts) if (lines > (most?.lines ?? 0)) most = { text, lines, of: texts.length }
  return most
}
