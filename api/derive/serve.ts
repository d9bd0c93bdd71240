import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { showHistory } from '../../resources/platform/commands/history.ts'
import { type Bound, bind } from './command/serve-commands.ts'
import { historyOf } from './history/history.ts'
import { relatedCommand } from './list/related-counts.ts'
import { groupsCommand } from './list/report-groups.ts'
import { viewCommands } from './list/serve-views.ts'
import { useCommands } from './save/uses.ts'

/** What people ask of any list beside its rows; reports are read from `reading`. */
export const deriveCommands = (app: Application, reading: Knex): Bound[] => [
  ...viewCommands,
  bind(showHistory, async (of, { trx, person }) => ({ data: await historyOf(trx, of, person) })),
  groupsCommand(reading),
  relatedCommand(app),
  ...useCommands(app),
]
