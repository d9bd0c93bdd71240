import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Bound } from './command/serve-commands.ts'
import { relatedCommand } from './list/related-counts.ts'
import { groupsCommand } from './list/report-groups.ts'
import { viewCommands } from './list/serve-views.ts'
import { useCommands } from './save/uses.ts'

/** What people ask of any list beside its rows; reports are read from `reading`. */
export const deriveCommands = (app: Application, reading: Knex): Bound[] => [
  ...viewCommands,
  groupsCommand(reading),
  relatedCommand(app),
  ...useCommands(app),
]
