import { can } from '../../resources/capabilities.ts'
import { tabNames } from '../../resources/menu/tab-names.ts'
import { type OfferedTo, paletteActions } from '../../resources/palette/actions.ts'
import type { Offer } from '../../resources/palette/rank.ts'
import { resources } from '../../resources/registry.ts'
import type { Person } from '../account/person.ts'
import { everyScreen } from '../shell/menu/menu-tree.ts'
import { pathOf } from '../shell/screens.ts'

/** What the palette shows as a line: a screen, an action or a record. */
export interface Line extends Offer {
  kind: string
  /** Stands beside the title. */
  beside: string
  /** Of a screen, under which noun it stands. */
  noun?: string
  /** It is downloaded. */
  isFile?: boolean
}

export const isOffered = ({ may, user }: Person, who: OfferedTo) =>
  'capability' in who ? can(user, who.capability) : may(who.action, who.subject, who.column)

/** The actions that a person may take, the most usual first. */
export const actionsOf = (person: Person): Line[] =>
  paletteActions
    .filter(({ who }) => isOffered(person, who))
    .map(({ label, path, also = [] }) => ({
      kind: 'Action',
      title: label,
      beside: '',
      words: ['action', ...also].join(' '),
      path,
    }))

/** New rows of the masters that a person may create. */
const newRowsOf = (person: Person): Line[] =>
  resources
    .filter(({ kind, path }) => kind === 'master' && person.may('create', path))
    .map(resource => ({
      kind: 'Action',
      title: `New ${resource.one}`,
      beside: '',
      words: `create add action ${resource.title}`,
      path: pathOf.create(resource),
    }))

/** The screens that a person may open, in the order of the menu, under its names and the customer's titles. */
export const screensOf = (person: Person): Line[] =>
  everyScreen(person).flatMap(({ title: noun, entries }) =>
    entries.map(({ title, screen, path }) => ({
      kind: 'Screen',
      title,
      ...(screen !== undefined && { otherTitle: screen }),
      beside: screen === undefined ? noun : `${noun} · ${screen}`,
      words: `${tabNames[path] ?? ''} ${noun} ${path}`,
      path,
      noun,
    })),
  )

/** Everything that the browser itself finds. */
export const offersOf = (person: Person): Line[] => [...actionsOf(person), ...screensOf(person), ...newRowsOf(person)]
