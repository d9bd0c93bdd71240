const MOST = 5

/** What a person chose last for references to a resource; kept by the browser, newest first. */
export function recentChoices(personId: number, path: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId, path)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => Number.isSafeInteger(id)).slice(0, MOST) : []
  } catch {
    return [] // a browser that keeps nothing, or something else under this name
  }
}

/** Remembers a choice, unless the browser keeps nothing. */
export function rememberChoice(personId: number, path: string, id: number) {
  const next = [id, ...recentChoices(personId, path).filter(known => known !== id)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(personId, path), JSON.stringify(next))
  } catch {
    // private windows may refuse; then nothing is remembered
  }
}

const keyOf = (personId: number, path: string) => `bilty.recent.${personId}.${path}`
