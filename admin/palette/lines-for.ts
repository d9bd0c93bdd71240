import type { PaletteHit } from '../../resources/palette/commands.ts'
import { closeness } from '../../resources/palette/rank.ts'
import type { UsedScreen } from '../../resources/platform/saved-screens.ts'
import type { Line } from './offers.ts'
import type { PaletteStart } from './use-palette.ts'
import { namedHit } from './with-record.ts'

export interface Section {
  title: string
  lines: (Line & { isRecord?: boolean })[]
}

const MOST = { recent: 8, favourites: 6, actions: 6, screens: 8 }

/**
 * The lines of the palette. Before anything is typed: what was opened last, pins and usual actions, or every screen by
 * its noun. Afterwards: a record whose number was typed in full, the screens that are called so, records by kind, what is
 * done with the marked one and the screens with it set, then what else fits.
 */
export function linesFor(palette: {
  text: string
  start: PaletteStart
  offers: readonly Line[]
  /** The offers that fit the text, best first. */
  found: readonly Line[]
  hits: readonly PaletteHit[]
  used: readonly UsedScreen[]
  favourites: readonly string[]
  /** The address of the record that was marked last. */
  marked?: string | undefined
  /** What is done with a record, and the screens with it set. */
  withRecord: (hit: PaletteHit | undefined) => Section[]
}): Section[] {
  const { text, start, offers, found: matchingOffers, hits, used, favourites } = palette
  if (text.trim() === '')
    return start === 'screens' ? everyScreen(offers) : filled(beforeTyping(offers, used, favourites))
  // Of equal records those that the person opened come first.
  const placeOf = (path: string) => used.findIndex(one => one.path === path) + 1 || used.length + 1
  const found = hits.toSorted((one, other) => placeOf(one.path) - placeOf(other.path))
  const exactMatches = found.filter(({ title }) => title.toLowerCase() === text.trim().toLowerCase())
  const others = Map.groupBy(
    found.filter(hit => !exactMatches.includes(hit)),
    ({ kind }) => kind,
  )
  const screens = { title: 'Screens and actions', lines: matchingOffers.slice(0, MOST.screens) }
  const records = [...others].map(([kind, lines]) => ({ title: plural(kind), lines: lines.map(namedHit) }))
  const exact = { title: 'Exact number', lines: exactMatches.map(namedHit) }
  // A screen whose name begins so stands before the records; otherwise what the text is part of.
  const named = matchingOffers[0] && !/^\d+$/.test(text.trim()) && closeness(matchingOffers[0], text) >= 3
  const marked = palette.marked ?? (named ? exactMatches : found)[0]?.path
  const withRecord = palette.withRecord(found.find(({ path }) => path === marked))
  return filled(named ? [exact, screens, ...records, ...withRecord] : [exact, ...records, ...withRecord, screens])
}

const filled = (sections: Section[]) => sections.filter(({ lines }) => lines.length > 0)

const plural = (kind: string) => (kind === 'Batch' ? 'Batches' : `${kind}s`)

const everyScreen = (offers: readonly Line[]): Section[] =>
  [
    ...Map.groupBy(
      offers.filter(({ kind }) => kind === 'Screen'),
      ({ noun }) => noun!,
    ),
  ].map(([title, lines]) => ({ title, lines }))

function beforeTyping(offers: readonly Line[], used: readonly UsedScreen[], favourites: readonly string[]): Section[] {
  const screens = offers.filter(({ kind }) => kind === 'Screen')
  const screenAt = (path: string) => screens.find(screen => screen.path === path)
  const recent = used.flatMap(({ path, title }) => {
    const record = title !== null && { kind: 'Record', title, beside: '', words: '', path, isRecord: true }
    return record || (screenAt(path) ?? [])
  })
  const isRecent = new Set(recent.slice(0, MOST.recent).map(({ path }) => path))
  const marked = favourites.filter(path => !isRecent.has(path)).flatMap(path => screenAt(path) ?? [])
  return [
    { title: 'Recent', lines: recent.slice(0, MOST.recent) },
    { title: 'Pinned', lines: marked.slice(0, MOST.favourites) },
    { title: 'Actions', lines: offers.filter(({ kind }) => kind === 'Action').slice(0, MOST.actions) },
  ]
}
