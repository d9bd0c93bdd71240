import * as views from '../../../resources/platform/commands/views.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { readLayouts, saveLayout } from './layouts.ts'
import { dropView, editView, readViews, saveView } from './views.ts'

/** The saved views and the layouts of grids. */
export const viewCommands: readonly Bound[] = [
  bind(views.showLayouts, (_, { trx, person }) => readLayouts(trx, person)),
  bind(views.keepLayout, (kept, { trx, person }) => saveLayout(trx, person, kept)),
  bind(views.listViews, (_, { trx, person }) => readViews(trx, person)),
  bind(views.addView, (view, { trx, person, author }) => saveView(trx, view, person, author)),
  bind(views.changeView, (change, { trx, person, author }) => editView(trx, change, person, author)),
  bind(views.deleteView, ({ id }, { trx, person }) => dropView(trx, id, person)),
]
