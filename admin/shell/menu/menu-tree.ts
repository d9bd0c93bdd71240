import { matchPath } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import { ACCOUNT, type Noun, type NounScreen, nouns, pathOf, screensOf } from '../../../resources/menu/nouns.ts'
import { decidesIn } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { reports, resourceAt, resources } from '../../../resources/registry.ts'
import type { Person } from '../../account/person.ts'
import { ANY, definedPages, groups, type MenuGroup, type Page } from '../page-list.ts'
import { screenAt } from '../screens.ts'

/** A screen as the side bar, the tabs, the cards and Ctrl K name it. */
export interface MenuEntry {
  path: string
  title: string
  /** The customer's title of the screen, where it is called by another. */
  screen?: string
  group: MenuGroup
  purpose: string | undefined
  count: Page['count']
}

/** Screens under one title. */
export interface MenuSection {
  name: string
  title: string
  entries: MenuEntry[]
}

/** A line of the side bar, with the screens of it that the person opens. */
export interface OpenNoun extends Noun {
  /** Where it leads. */
  path: string
  /** Its lists, which are tabs of one another. */
  tabs: MenuEntry[]
  entries: MenuEntry[]
}

/** Whether this portal has a page at all. */
export const isThere = ({ needsSimulatedSap }: Page, { isSapSimulated }: Person) => !needsSimulatedSap || isSapSimulated

/** Whether the person may open a page at all; the server decides which rows it shows. */
export function mayOpen(page: Page, person: Person): boolean {
  const { who } = page
  const { may, user } = person
  if (!isThere(page, person)) return false
  if (typeof who !== 'object' || waitsForHead(page, person)) return true
  if ('capability' in who) return can(user, who.capability)
  if ('queue' in who) return decidesIn(user, who.queue) || can(user, 'readEveryQueue')
  return ('anyOf' in who ? who.anyOf : [who]).some(({ action, subject }) =>
    subject === ANY ? resources.some(({ path }) => may(action, path)) : may(action, subject),
  )
}

/** The head of an SBU may open a queue in which an order waits for them, whatever their roles. */
const waitsForHead = ({ count }: Page, { askedAsHead }: Person) =>
  count !== undefined && 'queue' in count && askedAsHead.includes(count.queue)

/** All screens the person may use by their groups, the pages first, then the derived screens. */
export function screensFor(person: Person): MenuSection[] {
  const { pages, redirects } = definedPages()
  const own = pages
    .filter(page => page.group && mayOpen(page, person))
    .map(page => ({
      path: page.path,
      ...namesOf(page),
      group: page.group!,
      purpose: page.purpose ?? resourceAt(page.path.slice(1))?.purpose,
      count: page.count,
    }))
  const derived = [...resources, ...reports]
    .filter(resource => resource.kind !== 'record' && person.may('read', resource.path))
    .map(({ path, title, group, purpose }) => {
      return { path: `/${path}`, title, group: (group ?? 'mis') as MenuGroup, purpose, count: undefined }
    })
  const doubles = redirects.flatMap(({ from, shown }) => {
    if (!shown || !person.may('read', shown.subject)) return []
    const { group, purpose } = shown
    return [{ path: from, ...namesOf(shown), group, purpose, count: undefined }]
  })
  // A page that replaces a derived screen takes its place.
  const placed = derived.map(entry => own.find(page => page.path === entry.path) ?? entry)
  const entries: MenuEntry[] = [...own.filter(page => !placed.includes(page)), ...placed, ...doubles]
  return (Object.keys(groups) as MenuGroup[])
    .map(group => ({ name: group, title: groups[group], entries: entries.filter(entry => entry.group === group) }))
    .filter(section => section.entries.length > 0)
}

/** A page under its heading, and under the customer's title where that is another. */
const namesOf = ({ title, heading }: Pick<Page, 'title' | 'heading'>) =>
  heading ? { title: heading, screen: title } : { title }

/** The lines of a person's side bar below the first: of those who buy in their own words. */
export function nounsFor(person: Person): OpenNoun[] {
  const byPath = new Map(screensFor(person).flatMap(({ entries }) => entries.map(entry => [entry.path, entry])))
  const open = (screens: readonly NounScreen[]) =>
    screens.flatMap((screen): MenuEntry[] => {
      const entry = byPath.get(pathOf(screen))
      if (!entry || typeof screen === 'string') return entry ? [entry] : []
      return [{ ...entry, title: screen[1], screen: entry.screen ?? entry.title }]
    })
  const all = person.nouns ?? nouns
  const named = new Set([...all.flatMap(screensOf).map(pathOf), ACCOUNT])
  const unnamed = [...byPath.values()].filter(({ path }) => !named.has(path))
  return all.flatMap(noun => {
    const tabs = open(noun.screens)
    const under = unnamed.filter(({ path }) => noun.index && noun.under.includes(path.split('/')[1]!))
    const entries = [...tabs, ...under, ...open(noun.others ?? [])]
    return entries.length === 0 ? [] : [{ ...noun, tabs, entries, path: noun.index ?? entries[0]!.path }]
  })
}

/** Every screen that the person may open, by the nouns of their side bar, and after them what belongs to none. */
export function everyScreen(person: Person): MenuSection[] {
  const own = nounsFor(person).map(({ name, title, entries }): MenuSection => ({ name, title, entries }))
  const shown = new Set(own.flatMap(({ entries }) => entries).map(({ path }) => path))
  const others = screensFor(person).map(section => ({
    ...section,
    entries: section.entries.filter(({ path }) => !shown.has(path)),
  }))
  return [...own, ...others.filter(({ entries }) => entries.length > 0)]
}

/** Whether the path is any screen, whoever may open it. */
export const isScreenPath = (pathname: string) =>
  definedPages().pages.some(page => matchPath(page.path, pathname)) ||
  pathname.slice(1) in groups ||
  screenAt(pathname) !== undefined
