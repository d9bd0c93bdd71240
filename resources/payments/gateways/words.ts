/** Words of a gateway by what they mean, as its pages write them. */
export type WordsBy<Meaning extends string> = Readonly<Partial<Record<Meaning, readonly string[]>>>

/** The meaning of a gateway's word, which is compared without case and blanks; null of a word that is not listed. */
export function meaningIn<Meaning extends string>(table: WordsBy<Meaning>, said: string | null): Meaning | null {
  if (said === null) return null
  const entries = Object.entries(table) as [Meaning, readonly string[]][]
  return entries.find(([, words]) => words.some(word => plain(word) === plain(said)))?.[0] ?? null
}

const plain = (word: string) => word.toLowerCase().replace(/\s+/g, '')
