import { nounParts } from '../../../resources/menu/noun-parts.ts'
import type { MenuEntry, MenuSection, OpenNoun } from '../../shell/menu/menu-tree.ts'

/** The screens of a noun in its parts, each in the order of its declaration; what no part names stands last. */
export function partsOf({ index = '', entries }: OpenNoun): MenuSection[] {
  const parts = (nounParts[index] ?? []).map(({ title, screens }) => ({
    name: title,
    title,
    entries: screens.flatMap(screen => entries.find(({ path }) => path === screen) ?? []),
  }))
  const shown = new Set(parts.flatMap(part => part.entries))
  const others = { name: 'others', title: 'Others', entries: entries.filter(entry => !shown.has(entry)) }
  return [...parts, others].filter(part => part.entries.length > 0)
}

/** The entries whose names, purpose or address contain every word of the text. */
export function searchScreens(entries: readonly MenuEntry[], text: string): MenuEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ title, screen = '', path, purpose = '' }) => {
    const hay = `${title} ${screen} ${path} ${purpose}`.toLowerCase()
    return words.every(word => hay.includes(word))
  })
}
