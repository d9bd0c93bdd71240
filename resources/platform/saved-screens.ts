/** An address that a person opened; `title` is the number of a record that the palette found, null for a screen. */
export interface UsedScreen {
  path: string
  title: string | null
  times: number
  at: string
}

/** The screens that a person pinned to the side bar, and what they opened, the latest first. */
export interface SavedScreens {
  favourites: readonly string[]
  used: readonly UsedScreen[]
}

export const noScreens: SavedScreens = { favourites: [], used: [] }

/** What a person left under an older version may hold more: its favourites were forty, and it had branches of a menu. */
export const asScreens = ({ favourites, used }: SavedScreens = noScreens): SavedScreens => ({
  favourites: favourites.slice(-MOST_FAVOURITES),
  used,
})

export const MOST_FAVOURITES = 6
export const MOST_USED = 60
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

/** The screens after one was pinned or taken off; the seventh takes the place of the first. */
export function marked(screens: SavedScreens, path: string, isFavourite: boolean): SavedScreens {
  const others = screens.favourites.filter(other => other !== path)
  return { ...screens, favourites: isFavourite ? [...others, path].slice(-MOST_FAVOURITES) : others }
}
