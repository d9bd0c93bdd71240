import { matchPath } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import { buyerBranches } from '../../../resources/menu/buyer-branches.ts'
import { masterParts } from '../../../resources/menu/master-parts.ts'
import { decidesIn } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { reports, resourceAt, resources } from '../../../resources/registry.ts'
import type { Person } from '../../account/person.ts'
import { ANY, definedPages, groups, type MenuGroup, type Page } from '../page-list.ts'
import { screenAt } from '../screens.ts'

/** A line of the menu, and a card on its branch's page. */
export interface MenuEntry {
  path: string
  title: string
  /** The screen's own title, where the menu calls it by another. */
  screen?: string
  group: MenuGroup
  purpose: string | undefined
  count: Page['count']
}

/** A branch of the menu. */
export interface MenuSection {
  /** The name under which it is remembered whether it stands open. */
  name: string
  title: string
  entries: MenuEntry[]
  /** Its subgroups, which hold all of its entries. */
  parts?: MenuSection[]
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
      title: page.title,
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
    const { group, title, purpose } = shown
    return [{ path: from, title, group, purpose, count: undefined }]
  })
  // A page that replaces a derived screen takes its place.
  const placed = derived.map(entry => own.find(page => page.path === entry.path) ?? entry)
  const entries = [...own.filter(page => !placed.includes(page)), ...placed, ...doubles]
  return (Object.keys(groups) as MenuGroup[])
    .map(group => ({ name: group, title: groups[group], entries: entries.filter(entry => entry.group === group) }))
    .filter(branch => branch.entries.length > 0)
}

/** The menu of a person: for those who buy a short one in their own words, for everybody else the groups of screens. */
export function menuFor(person: Person): MenuSection[] {
  const screens = screensFor(person)
  if (person.user.customerId !== null) return menuOfBuyer(screens)
  return screens.map(branch => (branch.name === 'masters' ? { ...branch, parts: partsOf(branch) } : branch))
}

function menuOfBuyer(screens: readonly MenuSection[]): MenuSection[] {
  const byPath = new Map(screens.flatMap(({ entries }) => entries).map(entry => [entry.path, entry]))
  return buyerBranches
    .map(({ name, title, screens: lines }) => ({
      name,
      title,
      entries: lines.flatMap(([path, named]): MenuEntry[] => {
        const entry = byPath.get(path)
        return entry ? [{ ...entry, title: named, screen: entry.title }] : []
      }),
    }))
    .filter(branch => branch.entries.length > 0)
}

/** The masters by subgroup, each in the order of its declaration. */
export function partsOf({ name: branch, entries }: MenuSection): MenuSection[] {
  return masterParts
    .map(({ name, title, screens }) => ({
      name: `${branch}/${name}`,
      title,
      entries: screens.flatMap(screen => entries.find(({ path }) => path === `/masters/${screen}`) ?? []),
    }))
    .filter(part => part.entries.length > 0)
}

/** The menu, and after it the screens that it does not show, for whoever looks for one by its name. */
export function everyScreen(person: Person): MenuSection[] {
  const menu = menuFor(person)
  const shown = new Set(menu.flatMap(({ entries }) => entries).map(({ path }) => path))
  const others = screensFor(person).map(branch => ({
    ...branch,
    entries: branch.entries.filter(({ path }) => !shown.has(path)),
  }))
  return [...menu, ...others.filter(({ entries }) => entries.length > 0)]
}

/**
 * The branches with the entries whose title or branch contains every word of the text; on cards the purpose counts too.
 */
export function searchMenu(branches: readonly MenuSection[], text: string, { byPurpose = false } = {}): MenuSection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (branch: Pick<MenuSection, 'title'>, entry: MenuEntry) => {
    const purpose = byPurpose ? entry.purpose : ''
    const hay = `${branch.title} ${entry.title} ${entry.screen ?? ''} ${entry.path} ${purpose}`.toLowerCase()
    return words.every(word => hay.includes(word))
  }
  return branches
    .map(({ name, title, entries }) => ({ name, title, entries: entries.filter(entry => holds({ title }, entry)) }))
    .filter(branch => branch.entries.length > 0)
}

/** The entries at these paths, in this order, without those the person may no longer open. */
export const entriesAt = (branches: readonly MenuSection[], paths: readonly string[]): MenuEntry[] =>
  paths.flatMap(path => branches.flatMap(({ entries }) => entries.find(entry => entry.path === path) ?? []).slice(0, 1))

/** The menu entry of an address: its own, or that of the list above it. */
export const entryAt = (branches: readonly MenuSection[], pathname: string): MenuEntry | undefined =>
  branches
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]

/** Whether the path is any screen, whoever may open it. */
export const isScreenPath = (pathname: string) =>
  definedPages().pages.some(page => matchPath(page.path, pathname)) ||
  pathname.slice(1) in groups ||
  screenAt(pathname) !== undefined
