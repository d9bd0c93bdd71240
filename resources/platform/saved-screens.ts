/** An address that a person opened; `title` is the number of a record that the palette found, null for a screen. */
export interface UsedScreen {
  path: string
  title: string | null
  times: number
  at: string
}

/** The screens that a person marked, and those opened, the latest first. */
export interface SavedScreens {
  favourites: readonly string[]
  used: readonly UsedScreen[]
}

export const noScreens: SavedScreens = { favourites: [], used: [] }

const MOST_FAVOURITES = 40
const MOST_USED = 60
export const TITLE_LENGTH = 40

/** Whether a text is the address of a screen or of a record's page. */
export const isScreenAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 120 && /^\/[a-z0-9-]+(?:\/[A-Za-z0-9-]+)*$/.test(text)

/** The screens after one more was opened; those opened longest ago are forgotten. */
export function visited(screens: SavedScreens, path: string, title: string | null, at: string): SavedScreens {
  const before = screens.used.find(one => one.path === path)
  const now = { path, title: title ?? before?.title ?? null, times: (before?.times ?? 0) + 1, at }
  return { ...screens, used: [now, ...screens.used.filter(one => one !== before)].slice(0, MOST_USED) }
}

/** The screens after one was marked as a favourite or unmarked. */
export function marked(screens: SavedScreens, path: string, isFavourite: boolean): SavedScreens {
  const others = screens.favourites.filter(other => other !== path)
  return { ...screens, favourites: isFavourite ? [...others, path].slice(-MOST_FAVOURITES) : others }
}
