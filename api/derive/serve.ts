import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { tableOf } from '../../resources/define/resource.ts'
import * as closings from '../../resources/platform/commands/closings.ts'
import { showHistory } from '../../resources/platform/commands/history.ts'
import { countRelated, type RelatedCount } from '../../resources/platform/commands/uses.ts'
import * as views from '../../resources/platform/commands/views.ts'
import { resourceAt } from '../../resources/registry.ts'
import { relatedLists } from '../../resources/related-lists.ts'
import { notFound } from '../platform/errors.ts'
import { close, closingOf, planOf, undo } from './closing/closings.ts'
import { type Bound, bind } from './command/serve-commands.ts'
import type { Means, Served } from './define-room.ts'
import { serveExports } from './export/export.ts'
import { serveGroupExports } from './export/export-groups.ts'
import { serveComparisons } from './history/compare.ts'
import { historyOf } from './history/history.ts'
import { serveImports } from './import/serve-import.ts'
import { readLayouts, saveLayout } from './list/layouts.ts'
import { groupsCommand } from './list/report-groups.ts'
import { dropView, editView, readViews, saveView } from './list/views.ts'
import { requireRight, restrict } from './rights/conditions.ts'
import { useCommands } from './save/uses.ts'
import type { ResourceService } from './service.ts'

/** The saved views and the layouts of grids. */
const viewCommands: readonly Bound[] = [
  bind(views.showLayouts, (_, { trx, person }) => readLayouts(trx, person)),
  bind(views.keepLayout, (kept, { trx, person }) => saveLayout(trx, person, kept)),
  bind(views.listViews, (_, { trx, person }) => readViews(trx, person)),
  bind(views.addView, (view, { trx, person, author }) => saveView(trx, view, person, author)),
  bind(views.changeView, (change, { trx, person, author }) => editView(trx, change, person, author)),
  bind(views.deleteView, ({ id }, { trx, person }) => dropView(trx, id, person)),
]

/**
 * How many active rows of each master refer to a row, as the list of that master counts them for the person; a list that
 * they may not read has no count.
 */
const relatedCommand = (app: Application): Bound =>
  bind(countRelated, async ({ resource: path, rowId }, { trx, person, call: { author } }) => {
    const resource = resourceAt(path)
    if (resource?.kind !== 'master') throw notFound()
    requireRight(person, resource, 'read')
    const table = tableOf(resource)
    const row = await restrict(trx(table).where(`${table}.id`, rowId), trx, resource, person, 'read').first(
      `${table}.id`,
    )
    if (!row) throw notFound()
    const data: RelatedCount[] = []
    for (const { list, field } of relatedLists(resource, (...right) => person.ability.can(...right))) {
      const service = app.service(`api/${list.path}` as never) as unknown as ResourceService
      const query = { [field]: { $in: [String(rowId)] }, isActive: 'true', $limit: '0' }
      const { total } = await service.find({ person, author: author!, query })
      data.push({ path: list.path, field, count: total })
    }
    return { data }
  })

/** The closing of rows as one deed. */
const closingCommands: readonly Bound[] = [
  bind(closings.planClosing, (asked, { trx, person, author }) => planOf(trx, asked, person, author)),
  bind(closings.showClosing, async ({ resource, rowId }, { trx, person }) => ({
    closing: await closingOf(trx, resource, rowId, person),
  })),
  bind(closings.closeRow, async (asked, { trx, person, author }) => ({
    id: await close(trx, asked, person, author),
  })),
  bind(closings.undoClosing, async ({ closingId }, { trx, person, author }) => ({
    id: await undo(trx, closingId, person, author),
  })),
]

/** What people ask of any list beside its rows; reports are read from `reading`. */
const deriveCommands = (app: Application, reading: Knex): Bound[] => [
  ...viewCommands,
  ...closingCommands,
  bind(showHistory, async (of, { trx, person }) => ({ data: await historyOf(trx, of, person) })),
  groupsCommand(reading),
  relatedCommand(app),
  ...useCommands(app),
]

/** What every list has beside its rows: files, comparisons, imports, views, history. */
export function serve(means: Means): Served {
  const { app, router, config, db, reading, log, files } = means
  serveComparisons(router, db, files)
  serveExports(router, means, files)
  serveGroupExports(router, means, files)
  const worker = new URL('../import-worker.ts', import.meta.url)
  const imports = serveImports(router, { config, db, log, worker })
  return { commands: [...deriveCommands(app, reading), ...imports.commands], stop: imports.stop }
}
