import { choice, flag, instant, integer, text } from '../../../resources/define/fields.ts'
import { gridView, type SavedLayouts, type SavedView } from '../../../resources/platform/grid-view.ts'
import { type SavedScreens, TITLE_LENGTH, type UsedScreen } from '../../../resources/platform/saved-screens.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { answerOf, anything, bodyOf, listOf, maybe, orNull, type Routes } from '../docs/route.ts'

const TAG = 'Views and layouts'

const state = anything('Columns, density and query of a list')
const savedView = answerOf<SavedView>({
  id: integer(),
  rowVersion: integer(),
  grid: text(),
  name: text(),
  scope: gridView.fields.scope,
  isDefault: flag(),
  role: orNull(choice(roleCodes)),
  state,
  mine: flag(),
  owner: text(),
})

const view = {
  grid: text({ max: 60, hint: 'The path of a list, such as masters/products' }),
  name: text({ max: 60 }),
  scope: gridView.fields.scope,
  role: choice(roleCodes, { optional: true, hint: 'The role of a view for a role' }),
  isDefault: maybe(flag()),
  state,
}
const VIEW_EXAMPLE = {
  grid: 'masters/products',
  name: 'Reagents',
  scope: 'ME',
  state: { query: 'isActive=true', columns: [{ name: 'code' }], density: 'normal' },
}

/** How a person keeps the columns and filters of a list. */
export const viewRoutes: Routes = {
  'GET layouts': {
    tag: TAG,
    summary: 'How the caller left each list, and the views they may choose',
    answer: answerOf<SavedLayouts>({
      layouts: anything('Columns and density by the path of the list'),
      shortcuts: flag(),
      screens: answerOf<SavedScreens>({
        favourites: listOf(text()),
        used: listOf(answerOf<UsedScreen>({ path: text(), title: orNull(text()), times: integer(), at: instant() })),
        branches: anything('Whether each branch of the menu is open, by its name'),
      }),
      views: listOf(savedView),
    }),
  },
  'POST layouts': {
    tag: TAG,
    summary:
      'Saves the layout of a list, whether single keys are commands, that a screen was opened or is a favourite, or that a branch of the menu is open',
    body: bodyOf({
      grid: maybe(view.grid),
      layout: maybe(state),
      shortcuts: maybe(flag()),
      visited: maybe(text({ max: 120, hint: 'The address of a screen, such as /orders/order-history' })),
      title: text({ max: TITLE_LENGTH, optional: true, hint: 'The number of a record that was opened' }),
      favourite: maybe(text({ max: 120, hint: 'The address of a screen' })),
      isFavourite: maybe(flag()),
      branch: maybe(text({ max: 60, hint: 'A branch of the menu, such as masters/products' })),
      isOpen: maybe(flag()),
    }),
    answer: answerOf({
      grid: maybe(text()),
      shortcuts: maybe(flag()),
      visited: maybe(text()),
      favourite: maybe(text()),
      branch: maybe(text()),
    }),
    examples: { body: { grid: 'masters/products', layout: { columns: [{ name: 'code' }], density: 'compact' } } },
  },
  'GET views': { tag: TAG, summary: 'The named views that the caller may choose', answer: listOf(savedView) },
  'POST views': {
    tag: TAG,
    summary:
      'Saves a named view of a list; IT administrators and the master data desk save them for a role or everyone',
    body: bodyOf(view),
    answer: savedView,
    refusals: { 422: 'TOO_MANY: fifty views of the list are saved already' },
    examples: { body: VIEW_EXAMPLE },
  },
  'PATCH views/{id}': {
    tag: TAG,
    summary: 'Changes a named view',
    body: bodyOf({
      name: maybe(view.name),
      scope: maybe(view.scope),
      role: view.role,
      isDefault: view.isDefault,
      state: maybe(state),
      rowVersion: integer(),
    }),
    answer: savedView,
    examples: { body: { name: 'Reagents', rowVersion: 1 } },
  },
  'DELETE views/{id}': { tag: TAG, summary: 'Deletes a named view', answer: answerOf({ id: integer() }) },
}
