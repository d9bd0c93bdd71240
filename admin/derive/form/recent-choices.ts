const MAX_CHOICES = 5

/** The ids that a person chose last for references to a resource, newest first; stored by the browser. */
export function recentChoices(personId: number, path: string): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(personId, path)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(id => Number.isSafeInteger(id)).slice(0, MAX_CHOICES) : []
  } catch {
    return [] // the browser has no storage, or holds something else under this key
  }
}

/** Remembers a choice, where the browser has storage. */
export function rememberChoice(personId: number, path: string, id: number) {
  const next = [id, ...recentChoices(personId, path).filter(known => known !== id)].slice(0, MAX_CHOICES)
  try {
    localStorage.setItem(keyOf(personId, path), JSON.stringify(next))
  } catch {
    // private windows may refuse; then nothing is remembered
  }
}

const keyOf = (personId: number, path: string) => `bilty.recent.${personId}.${path}`
