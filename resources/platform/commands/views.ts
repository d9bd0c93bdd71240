import { type AnswerOf, type BodyOf, command } from '../../define/command.ts'
import { choice, type Field, flag, instant, integer, text } from '../../define/fields.ts'
import { either, group, many, maybe, open, type Read } from '../../define/shape.ts'
import { type Role, roleCodes } from '../../roles.ts'
import { gridView } from '../grid-view.ts'
import { MOST_FAVOURITES, MOST_USED, TITLE_LENGTH } from '../saved-screens.ts'
import type { ViewLayout, ViewState } from '../view-layout.ts'

const room = 'Views and layouts'
const id = integer({ min: 1 })
const { name, scope, isDefault } = gridView.fields
const grid = text({ max: 60, label: 'List', hint: 'The path of a list, such as masters/products' })
const state = open<ViewState>('Columns, density and query of a list')
const role = choice<Role, { optional: true; hint: string }>(roleCodes, {
  optional: true,
  hint: 'The role of a view for a role',
})
const rowVersion = integer()
const address = text({ hint: 'The address of a screen, such as /orders/order-history' })
/** Yes or no, which is never left out. */
const yesOrNo: Field<boolean, false> = { kind: 'flag', optional: false }

/** The views that are told to one person, and the lists of which they kept a layout. */
const MOST_VIEWS = 1000

const savedView = {
  id,
  rowVersion,
  grid: gridView.fields.grid,
  name,
  scope,
  isDefault,
  role,
  state,
  mine: flag({ hint: 'Whether the caller may change it' }),
  owner: text(),
  leftOut: text({ optional: true, hint: 'What of a shared view the caller does not read, in a sentence' }),
}
/** A named view of a list, as a person may choose it. */
export type SavedView = Read<typeof savedView>

export const showLayouts = command('GET layouts', {
  room,
  summary: 'How the caller left each list, and the views they may choose',
  who: 'signed in',
  answer: {
    layouts: open<Record<string, ViewLayout>>('Columns and density by the path of the list'),
    shortcuts: flag({ hint: 'Whether single keys such as n and / are commands' }),
    screens: group({
      favourites: many(text(), { most: MOST_FAVOURITES }),
      used: many(
        { path: text(), title: maybe(text()), times: integer(), at: instant() },
        { most: MOST_USED, hint: 'The latest first' },
      ),
    }),
    views: many(savedView, { most: MOST_VIEWS }),
  },
})
/** How a person left each list, by its path, and the views they may choose. */
export type SavedLayouts = AnswerOf<typeof showLayouts>

export const keepLayout = command('POST layouts', {
  room,
  summary: 'Saves the layout of a list, whether single keys are commands, or that a screen was opened or is pinned',
  who: 'signed in',
  // Two windows of a person save at once: the second to write a first row writes it anew.
  does: 'each',
  body: either(
    { shortcuts: yesOrNo },
    { grid, layout: open<ViewLayout>('Columns and density of the list') },
    {
      visited: address,
      title: text({ max: TITLE_LENGTH, optional: true, hint: 'The number of a record that was opened' }),
    },
    { favourite: address, isFavourite: yesOrNo },
  ),
  answer: {
    grid: maybe(text()),
    shortcuts: maybe(flag()),
    visited: maybe(text()),
    favourite: maybe(text()),
  },
  example: { grid: 'masters/products', layout: { columns: [{ name: 'code' }], density: 'compact' } },
})
export type KeptLayout = BodyOf<typeof keepLayout>

export const listViews = command('GET views', {
  room,
  summary: 'The named views that the caller may choose',
  who: 'signed in',
  answer: many(savedView, { most: MOST_VIEWS }),
})

export const addView = command('POST views', {
  room,
  summary: 'Saves a named view of a list; IT administrators and the master data desk save them for a role or everyone',
  who: 'signed in',
  body: { grid, name, scope, role, isDefault, state },
  answer: savedView,
  refusals: { TOO_MANY: [422, 'fifty views of the list are saved already'] },
  example: {
    grid: 'masters/products',
    name: 'Reagents',
    scope: 'ME',
    state: { query: 'isActive=true', columns: [{ name: 'code' }], density: 'normal' },
  },
})

export const changeView = command('PATCH views/{id}', {
  room,
  summary: 'Changes a named view; what is left out stays',
  who: 'signed in',
  body: {
    ...{ id, rowVersion, role },
    name: maybe(name),
    scope: maybe(scope),
    isDefault: maybe(isDefault),
    state: maybe(state),
  },
  answer: savedView,
  example: { id: 1, name: 'Reagents', rowVersion: 1 },
})

export const deleteView = command('DELETE views/{id}', {
  room,
  summary: 'Deletes a named view',
  who: 'signed in',
  body: { id },
  answer: { id },
})
