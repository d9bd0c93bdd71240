import { nounParts } from '../../../resources/menu/noun-parts.ts'
import type { MenuSection, OpenNoun } from '../../shell/menu/menu-tree.ts'

/** The screens of a noun in its parts, each in the order of its declaration. */
export const partsOf = ({ index = '', entries }: OpenNoun): MenuSection[] =>
  (nounParts[index] ?? [])
    .map(({ title, screens }) => ({
      name: title,
      title,
      entries: screens.flatMap(screen => entries.find(({ path }) => path === screen) ?? []),
    }))
    .filter(part => part.entries.length > 0)
