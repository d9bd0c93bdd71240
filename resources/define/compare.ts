/** What happened to a key between two days: it counts now, counts no more, or counts by another row. */
export const changeKinds = ['ADDED', 'CHANGED', 'ENDED'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A row that counts on one of the two days only, as far as comparing needs it. */
export interface ComparedRow {
  id: number
  /** The natural key without the period. */
  key: string
  validFrom: string
  validTo: string
}

/** The row of a key on the first day and the one on the second; one of them may be absent. */
export interface KeyDifference {
  kind: ChangeKind
  before: number | null
  after: number | null
}

/** The rows of a difference. */
export interface ComparedRows<Row> {
  kind: ChangeKind
  before: Row | null
  after: Row | null
}

/**
 * Pairs rows of one key, of which each counts on the first or on the second day, in the order in which keys come first.
 */
export function keyDifferences(rows: readonly ComparedRow[], firstDay: string): KeyDifference[] {
  const sides = new Map<string, { before: number | null; after: number | null }>()
  for (const { id, key, validFrom, validTo } of rows) {
    const sidesOfKey = sides.get(key) ?? { before: null, after: null }
    sides.set(key, sidesOfKey)
    if (validFrom <= firstDay && firstDay <= validTo) sidesOfKey.before = id
    else sidesOfKey.after = id
  }
  return [...sides.values()].map(pair => ({ ...pair, kind: kindOf(pair) }))
}

const kindOf = ({ before, after }: Omit<KeyDifference, 'kind'>): ChangeKind =>
  before === null ? 'ADDED' : after === null ? 'ENDED' : 'CHANGED'

/** The words of each kind, as the page and the file show them. */
export const changeWords: Readonly<Record<ChangeKind, string>> = {
  ADDED: 'Added',
  CHANGED: 'Changed',
  ENDED: 'Ended',
}
