import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { showHistory } from '../../resources/platform/commands/history.ts'
import { type Bound, bind } from './command/serve-commands.ts'
import type { Means, Served } from './define-room.ts'
import { serveExports } from './export/export.ts'
import { serveGroupExports } from './export/export-groups.ts'
import { serveComparisons } from './history/compare.ts'
import { historyOf } from './history/history.ts'
import { serveImports } from './import/serve-import.ts'
import { relatedCommand } from './list/related-counts.ts'
import { groupsCommand } from './list/report-groups.ts'
import { viewCommands } from './list/serve-views.ts'
import { useCommands } from './save/uses.ts'

/** What people ask of any list beside its rows; reports are read from `reading`. */
const deriveCommands = (app: Application, reading: Knex): Bound[] => [
  ...viewCommands,
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
