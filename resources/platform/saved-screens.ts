/** An address that a person opened; `title` is the number of a record that the palette found, null for a screen. */
export interface UsedScreen {
  path: string
  title: string | null
  times: number
  at: string
}

/** The screens that a person marked, and those opened, the latest first; and the branches of the menu that they opened or closed. */
export interface SavedScreens {
  favourites: readonly string[]
  used: readonly UsedScreen[]
  /** Whether a branch stands open, by its name; absent where the person never said. */
  branches: Readonly<Record<string, boolean>>
}

export const noScreens: SavedScreens = { favourites: [], used: [], branches: {} }

export const MOST_FAVOURITES = 40
export const MOST_USED = 60
const MOST_BRANCHES = 60
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

/** Whether a text is the name of a branch of the menu, such as `masters` or `masters/products`. */
export const isBranchName = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 60 && /^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/.test(text)

/** The screens after a branch of the menu was opened or closed. */
export function folded(screens: SavedScreens, branch: string, isOpen: boolean): SavedScreens {
  const others = Object.entries(screens.branches).filter(([name]) => name !== branch)
  return { ...screens, branches: Object.fromEntries([...others, [branch, isOpen] as const].slice(-MOST_BRANCHES)) }
}
